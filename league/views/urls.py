"""Every page of the league, by subject. A route is named <thing>-<what is done>."""

from django.urls import URLPattern, URLResolver, include, path

from league.views import (
    at_table,
    cards,
    changes,
    claims,
    clubs,
    disputes,
    ending,
    founding,
    game_list,
    games,
    hands,
    held,
    importing,
    invitations,
    log,
    merging,
    moves,
    nights,
    paper,
    players,
    privacy,
    seasons,
    standings,
    table,
    tonight,
)

club = [
    path("", tonight.club_tonight, name="club-tonight"),
    path("live/", tonight.club_tonight_live, name="club-tonight-live"),
    path("settings/", clubs.club_edit, name="club-edit"),
    path("settings/close/", ending.club_close, name="club-close"),
    path("settings/reopen/", ending.club_reopen, name="club-reopen"),
    path("settings/log/", log.club_log, name="club-log"),
    path("settings/members/<int:member>/", clubs.member_role, name="member-role"),
    path("settings/members/<int:member>/remove/", clubs.member_remove, name="member-remove"),
    path("invitations/", invitations.invitation_list, name="invitation-list"),
    path("invitations/<int:invitation>/revoke/", invitations.invitation_revoke, name="invitation-revoke"),
    path("cards/", cards.card_list, name="card-list"),
    path("cards/print/", cards.card_print, name="card-print"),
    path("cards/<int:card>/withdraw/", cards.card_withdraw, name="card-withdraw"),
    path("tables/<int:number>/", at_table.table_start, name="table-start"),
    path("claim/", claims.player_claim, name="player-claim"),
    path("claims/<int:claim>/", claims.claim_settle, name="claim-settle"),
    path("remarks/<int:remark>/erase/", privacy.remark_erase, name="remark-erase"),
    path("import/", importing.egn_import, name="egn-import"),
    path("import/check/", importing.egn_check, name="egn-check"),
    path("standings/", standings.standings, name="standings"),
    path("standings/now/", standings.standings_now, name="standings-now"),
]

player = [
    path("", players.player_list, name="player-list"),
    path("add/", players.player_add, name="player-add"),
    path("<int:player>/", players.player_detail, name="player-detail"),
    path("<int:player>/edit/", players.player_edit, name="player-edit"),
    path("<int:player>/welcome/", players.player_welcome, name="player-welcome"),
    path("<int:player>/forget/", privacy.player_forget, name="player-forget"),
    path("<int:player>/data.json", privacy.player_data_file, name="player-data"),
    path("<int:player>/merge/", merging.player_merge, name="player-merge"),
    path("<int:player>/separate/", merging.player_separate, name="player-separate"),
]

season = [
    path("", seasons.season_list, name="season-list"),
    path("add/", seasons.season_add, name="season-add"),
    path("<int:season>/", seasons.season_edit, name="season-edit"),
    path("<int:season>/rules/<slug:variant>/", seasons.rules_edit, name="rules-edit"),
]

game = [
    # Polled and sent most, found first.
    path("live/", table.game_live, name="game-live"),
    path("hands/", hands.hand_record, name="hand-record"),
    path("sheet/", games.game_sheet, name="game-sheet"),
    path("board/", table.game_board, name="game-board"),
    path("", games.game_detail, name="game-detail"),
    path("history/", games.game_history, name="game-history"),
    path("rules/", seasons.game_rules, name="game-rules"),
    path("table/", table.game_table, name="game-table"),
    path("hand-over/", at_table.game_hand_over, name="game-hand-over"),
    path("hands/<uuid:hand>/void/", hands.hand_void, name="hand-void"),
    path("hands/<uuid:hand>/correct/", hands.hand_correct, name="hand-correct"),
    path("change/<slug:what>/", changes.game_change, name="game-change"),
    path("move/", moves.game_move, name="game-move"),
    path("paper/", paper.game_paper, name="game-paper"),
    path("reopen/", games.game_reopen, name="game-reopen"),
    path("abandon/", games.game_abandon, name="game-abandon"),
    path("confirm/", disputes.game_confirm, name="game-confirm"),
    path("unconfirm/", disputes.game_unconfirm, name="game-unconfirm"),
    path("dispute/", disputes.game_dispute, name="game-dispute"),
    path("again/", games.game_again, name="game-again"),
]

night = [
    path("", nights.night_detail, name="night-detail"),
    path("close/", nights.night_close, name="night-close"),
    path("open/", nights.night_open, name="night-open"),
    path("season/", moves.night_season, name="night-season"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("c/<slug:club>/games/<uuid:game>/", include(game)),  # first: an address was sought for a tenth of a poll
    path("", clubs.home, name="home"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("robots.txt", privacy.robots, name="robots"),
    path("accounts/data/", privacy.account_data_page, name="account-data"),
    path("accounts/data.json", privacy.account_data_file, name="account-download"),
    path("accounts/delete/", privacy.account_delete, name="account-delete"),
    path("start/", founding.first_run, name="first-run"),
    path("clubs/new/", founding.club_create, name="club-create"),
    path("found/<str:token>/", founding.club_found, name="club-found"),
    path("join/<str:token>/", invitations.invitation_join, name="invitation-join"),
    path("t/<str:token>/", at_table.card_open, name="card-open"),
    path("c/<slug:club>/", include(club)),
    path("c/<slug:club>/rules/", seasons.rules, name="rules"),
    path("c/<slug:club>/players/", include(player)),
    path("c/<slug:club>/seasons/", include(season)),
    path("c/<slug:club>/nights/<uuid:night>/", include(night)),
    path("c/<slug:club>/held/", held.held_list, name="held-list"),
    path("c/<slug:club>/held/<int:held>/", held.held_settle, name="held-settle"),
    path("c/<slug:club>/disputes/", disputes.dispute_list, name="dispute-list"),
    path("c/<slug:club>/disputes/<int:dispute>/", disputes.dispute_settle, name="dispute-settle"),
    path("c/<slug:club>/games/", game_list.game_list, name="game-list"),
    path("c/<slug:club>/games/new/", games.game_start, name="game-start"),
]
