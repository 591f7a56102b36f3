import { contentText } from '../../chat/content-text.ts';
import { listOf, ownField } from '../../json/json-object.ts';

/** The contents of a request: schemas, then one text per message with its calls, newest last. */
export function promptTexts(request: unknown): string[] {
  const messages = listOf(ownField(request, 'messages')).map((message) => {
    const calls = ownField(message, 'tool_calls') ?? ownField(message, 'function_call');
    return [contentText(ownField(message, 'content')), ...(calls === undefined ? [] : [JSON.stringify(calls)])].join(
      '\n',
    );
  });
  const schemas = ['tools', 'functions', 'tool_choice', 'response_format', 'stop']
    .map((field) => ownField(request, field))
    .filter((value) => value !== undefined && value !== null)
    .map((value) => JSON.stringify(value));
  return [...schemas, ...messages];
}
