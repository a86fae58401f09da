"""Pages: function views that read top to bottom. Each fetches through league.policy first."""
