import { isJsonObject, listOf, objectOf, ownField } from '../../json/json-object.ts';

/** Maximum characters of one argument. Without a limit, small models might never stop writing. */
const MOST_CHARACTERS = 400;

/**
 * GBNF grammar for one call to one of these tools. If a request demands a call, the model cannot write anything else.
 */
export function callGrammar(tools: readonly unknown[], demanded: readonly string[]): string {
  const called = tools
    .map((tool) => ownField(tool, 'function'))
    .filter((each) => demanded.includes(String(ownField(each, 'name'))));
  const calls = called.map((each) => {
    const name = literal(`<tool_call>\n{"name": "${ownField(each, 'name')}", "arguments": `);
    return `${name} ${argumentsRule(ownField(each, 'parameters'))} ${literal('}\n</tool_call>')}`;
  });
  return [
    `root ::= ${calls.join(' | ')}`,
    'object ::= "{" (string ": " value (", " string ": " value){0,15})? "}"',
    'array ::= "[" (value (", " value){0,31})? "]"',
    'value ::= object | array | string | number | "true" | "false" | "null"',
    String.raw`string ::= "\"" ([^"\\\x00-\x1f] | "\\" ["\\/bfnrt]){0,${MOST_CHARACTERS}} "\""`,
    'number ::= "-"? ("0" | [1-9] [0-9]{0,14}) ("." [0-9]{1,9})?',
    '',
  ].join('\n');
}

/** An object with only the declared arguments: at most as many as are declared, at least one if any is required. */
function argumentsRule(schema: unknown): string {
  const properties = Object.entries(objectOf(ownField(schema, 'properties')));
  if (properties.length === 0) return 'object';
  const pair = `(${properties.map(([name, each]) => `${literal(`${JSON.stringify(name)}: `)} ${valueRule(each)}`).join(' | ')})`;
  const pairs = `${pair} (", " ${pair}){0,${properties.length - 1}}`;
  return listOf(ownField(schema, 'required')).length > 0 ? `"{" ${pairs} "}"` : `"{" (${pairs})? "}"`;
}

function valueRule(schema: unknown): string {
  const options = listOf(ownField(schema, 'enum'));
  if (options.length > 0) return `(${options.map((each) => literal(JSON.stringify(each))).join(' | ')})`;
  switch (ownField(schema, 'type')) {
    case 'string':
      return 'string';
    case 'integer':
      return '("-"? ("0" | [1-9] [0-9]{0,14}))';
    case 'number':
      return 'number';
    case 'boolean':
      return '("true" | "false")';
    case 'array': {
      const items = isJsonObject(ownField(schema, 'items')) ? valueRule(ownField(schema, 'items')) : 'value';
      return `("[" (${items} (", " ${items}){0,31})? "]")`;
    }
    default:
      return ownField(schema, 'type') === 'object' ? 'object' : 'value';
  }
}

/** A text as a GBNF literal. JSON has the same escapes for everything that occurs in names and values. */
function literal(text: string): string {
  return JSON.stringify(text);
}
