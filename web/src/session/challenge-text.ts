const CHALLENGE = /^(?!5[1-9A-HJ-NP-Za-km-z]{46,47}:)[\w.-]{1,64}:\d{1,15}:[0-9a-f]{32}$/;

/**
 * Whether a text is a challenge and can be nothing else. Asked before anything is signed: a server could otherwise hand out
 * the text of a request and use the signature elsewhere. The same as the server's own test, which needs Node.
 */
export function isChallenge(text: string): boolean {
  return CHALLENGE.test(text);
}
