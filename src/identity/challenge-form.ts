/**
 * Form of a challenge. It excludes every other signed text: the text of a request begins with an address. In a separate
 * file because browsers also check it before they sign.
 */
export const CHALLENGE_FORM = /^(?!5[1-9A-HJ-NP-Za-km-z]{46,47}:)[\w.-]{1,64}:\d{1,15}:([0-9a-f]{32})$/;
