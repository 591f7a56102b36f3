/**
 * What a challenge looks like, so that it can be nothing else that anybody signs: a request's text begins with an address.
 * On its own, since browsers ask it too before they sign.
 */
export const CHALLENGE_FORM = /^(?!5[1-9A-HJ-NP-Za-km-z]{46,47}:)[\w.-]{1,64}:\d{1,15}:([0-9a-f]{32})$/;
