/** Small numbers in other languages that shoppers use. Words that are also English words are left out. */
const LANGUAGES: readonly string[] = [
  // Spanish
  `2 dos 3 tres 4 cuatro 5 cinco 6 seis 7 siete 8 ocho 9 nueve 10 diez 12 doce 13 trece 14 catorce 15 quince 16 dieciseis
   18 dieciocho 20 veinte 30 treinta 40 cuarenta 50 cincuenta 60 sesenta 70 setenta 80 ochenta 90 noventa 100 cien`,
  // German
  `2 zwei 3 drei 4 vier 5 funf 6 sechs 7 sieben 8 acht 9 neun 10 zehn 11 elf 12 zwolf 12 dutzend 13 dreizehn 14 vierzehn
   15 funfzehn 16 sechzehn 18 achtzehn 20 zwanzig 30 dreissig 40 vierzig 50 funfzig 60 sechzig 70 siebzig 80 achtzig
   90 neunzig 100 hundert`,
  // French
  `2 deux 3 trois 4 quatre 5 cinq 7 sept 8 huit 9 neuf 10 dix 11 onze 12 douze 12 douzaine 13 treize 14 quatorze 16 seize
   20 vingt 30 trente 40 quarante 50 cinquante 60 soixante 100 cent`,
  // Tagalog, with the Spanish loans used for prices
  `2 dalawa 2 dalawang 3 tatlo 3 tatlong 4 apat 5 lima 5 limang 6 anim 7 pito 7 pitong 8 walo 8 walong 9 siyam 10 sampu
   10 sampung 12 dose 12 labindalawa 15 kinse 20 bente 20 dalawampu 30 tatlumpu 50 limampu 50 singkuwenta 100 sandaan`,
  // Indonesian
  `2 dua 3 tiga 4 empat 5 lima 6 enam 7 tujuh 8 delapan 9 sembilan 10 sepuluh 11 sebelas 12 selusin 100 seratus`,
];

export const FOREIGN_NUMBERS: ReadonlyMap<string, number> = new Map(
  LANGUAGES.flatMap((language) => {
    const parts = language.split(/\s+/);
    return parts.flatMap((part, place) => (place % 2 === 1 ? [[part, Number(parts[place - 1])] as const] : []));
  }),
);
