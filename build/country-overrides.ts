/** Facts on which two public rule sets (Google's and Shopify's) agree, because each alone is wrong about some countries. */

/** Both require a postal code: without one, nothing is sent. */
export const bothRequirePostalCode: ReadonlySet<string> = new Set(
  (
    'AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FR GB GF GG GL GP GR GS HU IM IN IO IT JE JP KR LI LT LU LV MF MQ MX MY NC NL NO ' +
    'NZ PF PL PM PN PT RE RU SE SG SH SJ SK SM TC UA US WF YT ZA'
  ).split(' '),
);

/** Neither uses postal codes. */
export const neitherUsesPostalCode: ReadonlySet<string> = new Set(
  (
    'AE AO AQ AW BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GM GQ GY HK JM KM LY ML MO MR PS QA RW SB SC SL SR ST SX ' +
    'SY TD TG TK TL TO TV UG VU YE ZW'
  ).split(' '),
);
