// A form that asks for a time zone and has none yet: the device knows where it is.
const select = document.querySelector("select[name=zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (select && !select.value && [...select.options].some((option) => option.value === here)) select.value = here;
