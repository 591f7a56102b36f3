/**
 * How serious a finding is. `form`: the file cannot be used but does no harm. `security`: it uses something that an
 * agent does not need. `integrity`: it hides something or contains answers. `policy`: a person should review it; it
 * rejects nothing.
 */
export type FindingClass = 'form' | 'security' | 'integrity' | 'policy';

interface FindingKind {
  readonly rule: string;
  readonly class: FindingClass;
  readonly why: string;
  readonly fix: string;
}

/** The closed list of findings. Codes are part of the API and never change their meaning. */
export const FINDINGS = {
  FILE_TOO_LARGE: {
    rule: 'file',
    class: 'form',
    why: 'A file of more than a megabyte cannot be reviewed.',
    fix: 'Leave out what is not code.',
  },
  NOT_UTF8: {
    rule: 'file',
    class: 'form',
    why: 'Reviewer and Python must read the same text.',
    fix: 'Save the file as UTF-8.',
  },
  ENCODING_DECLARED: {
    rule: 'file',
    class: 'form',
    why: 'With another encoding, what looks like a comment can be code.',
    fix: 'Remove the coding comment and save the file as UTF-8.',
  },
  NUL_BYTE: {
    rule: 'file',
    class: 'form',
    why: 'Some programs stop reading at a zero byte and others do not.',
    fix: 'Remove the zero byte; in a string write \\x00.',
  },
  BARE_CARRIAGE_RETURN: {
    rule: 'file',
    class: 'form',
    why: 'Python treats it as a line end and many editors do not, so code can hide in a comment.',
    fix: 'Save the file with Unix or Windows line endings; in a string write \\r.',
  },
  NOT_PYTHON: {
    rule: 'syntax',
    class: 'form',
    why: 'The Python that runs agents does not accept the file.',
    fix: 'Fix this line. Rewrite syntax that this Python version does not support.',
  },
  TOO_COMPLEX: {
    rule: 'syntax',
    class: 'form',
    why: 'A file that cannot be parsed within the limits cannot be reviewed, and would be as slow in every attempt.',
    fix: 'Nest less, and split or leave out generated code and large constants.',
  },
  PARSER_CRASHED: {
    rule: 'syntax',
    class: 'security',
    why: 'A file that crashes the Python parser would crash it on every validator.',
    fix: 'Look for extremely deep nesting or enormous constants and remove them.',
  },
  MAIN_MISSING: {
    rule: 'entry point',
    class: 'form',
    why: 'Validators call agent_main.',
    fix: 'Define agent_main(problem_data) at the top level of the file.',
  },
  MAIN_SIGNATURE: {
    rule: 'entry point',
    class: 'form',
    why: 'It is called with one argument, the problem, and must return a list.',
    fix: 'Write: def agent_main(problem_data): … return steps',
  },
  IMPORT_BLOCKED: {
    rule: 'imports',
    class: 'security',
    why: 'The module gives access to processes, files, the network or the interpreter, which a shopping agent does not need.',
    fix: 'Use the kit (assay, src.agent) for searches and models. os.path, urllib.parse and from os import getenv, environ are allowed.',
  },
  MODULE_NOT_ALLOWED: {
    rule: 'imports',
    class: 'form',
    why: 'An agent may import the kit and modules that compute, read text or data, or describe types. Other modules are not available when it runs.',
    fix: 'Use the kit (assay, src.agent) and the modules that docs/contestant.md lists.',
  },
  IMPORT_UNRESOLVED: {
    rule: 'imports',
    class: 'form',
    why: 'The sandbox has no module of this name, so every attempt would fail at this line.',
    fix: 'Correct the name. docs/contestant.md lists what an agent may import.',
  },
  PART_NOT_ALLOWED: {
    rule: 'imports',
    class: 'security',
    why: 'This part of the module starts processes, opens connections, or runs strings as code.',
    fix: 'Use the rest of the module. Threads, asyncio and the kit do what an agent needs.',
  },
  MODULE_BY_ATTRIBUTE: {
    rule: 'imports',
    class: 'security',
    why: 'A module that may not be imported may not be reached through another one either.',
    fix: 'Do without it, or import openly what is allowed.',
  },
  CALL_BLOCKED: {
    rule: 'calls',
    class: 'security',
    why: 'Code that is generated at run time cannot be reviewed.',
    fix: 'Write the code itself. To read data use json.loads or ast.literal_eval.',
  },
  INTERPRETER_INTERNALS: {
    rule: 'calls',
    class: 'security',
    why: 'Interpreter internals give access to everything that is blocked elsewhere.',
    fix: 'Use ordinary attributes and functions.',
  },
  FILE_WRITE: {
    rule: 'files',
    class: 'security',
    why: 'An attempt may leave nothing behind except its answer.',
    fix: 'Keep it in a variable. Files may be read.',
  },
  FILE_MODE_UNKNOWN: {
    rule: 'files',
    class: 'security',
    why: 'The open mode is not visibly read-only.',
    fix: 'Write the mode as a text: open(path, "r").',
  },
  INVISIBLE_CHARACTERS: {
    rule: 'obfuscation',
    class: 'integrity',
    why: 'The code that runs must be the code that a reviewer sees.',
    fix: 'Remove the characters, or write them as escapes such as \\u200b.',
  },
  DISGUISED_NAME: {
    rule: 'obfuscation',
    class: 'integrity',
    why: 'Python normalises this name to a different one.',
    fix: 'Write it in plain ASCII letters.',
  },
  IMPORT_DECODER: {
    rule: 'obfuscation',
    class: 'integrity',
    why: 'An agent’s strings must be readable without decoding; products and models answer in plain text.',
    fix: 'Write strings in plain text. tool_call_id comes from generate_tool_call_id of the kit.',
  },
  DECODER_CALLED: {
    rule: 'obfuscation',
    class: 'integrity',
    why: 'Text that is decoded at run time cannot be reviewed.',
    fix: 'Write the text itself, not an encoded form.',
  },
  ENCODED_LITERAL: {
    rule: 'obfuscation',
    class: 'integrity',
    why: 'The text is not readable.',
    fix: 'Write it in plain text, or remove it.',
  },
  NAME_BUILT: {
    rule: 'obfuscation',
    class: 'integrity',
    why: 'A name that is assembled at run time hides what is called.',
    fix: 'Write the name itself, or choose from a dictionary of functions.',
  },
  TEXT_ASSEMBLED: {
    rule: 'obfuscation',
    class: 'integrity',
    why: 'A string in pieces or in character codes hides its content.',
    fix: 'Write the string in one piece.',
  },
  PRODUCT_ID: {
    rule: 'answers',
    class: 'integrity',
    why: 'An agent must find products, not contain them.',
    fix: 'Remove the id and search for what the problem asks.',
  },
  PROBLEM_ID: {
    rule: 'answers',
    class: 'integrity',
    why: 'Behaviour that depends on the identity of a problem does not generalise.',
    fix: 'Decide by the query.',
  },
  LOOKUP_TABLE: {
    rule: 'answers',
    class: 'integrity',
    why: 'A table of words from the titles of target products is a list of answers.',
    fix: 'Remove the table. Service names, task words and stop words are allowed.',
  },
  ANSWER_PAIR: {
    rule: 'answers',
    class: 'integrity',
    why: 'It maps the text of a problem to the title of its answer.',
    fix: 'Remove the entry and let the search find it.',
  },
  PROBLEM_PHRASE: {
    rule: 'answers',
    class: 'integrity',
    why: 'Six equal words in a row mean that the text was copied from a problem or a product.',
    fix: 'Use your own examples in prompts.',
  },
  CLOCK: {
    rule: 'one strategy',
    class: 'policy',
    why: 'An agent must do the same at any hour; a version that uses the date or the time of day is reviewed by the operator.',
    fix: 'Measure time limits with time.monotonic(), and do not use date or time of day.',
  },
  CLOCK_SEED: {
    rule: 'one strategy',
    class: 'policy',
    why: 'Seeding randomness with the clock makes every run different, so a lucky run looks better than the agent is.',
    fix: 'Seed with a constant or with the query.',
  },
  ENVIRONMENT: {
    rule: 'one strategy',
    class: 'policy',
    why: 'An agent must behave the same wherever it runs.',
    fix: 'Read only what the arena sets (docs/contestant.md lists it), and do not decide by it.',
  },
  HOST_IDENTITY: {
    rule: 'one strategy',
    class: 'policy',
    why: 'Nothing about the machine or the validator may change what an agent does.',
    fix: 'Remove it.',
  },
  PRODUCT_ID_LIKE: {
    rule: 'answers',
    class: 'policy',
    why: 'Numbers of this length are what product ids look like.',
    fix: 'If it is one, remove it; otherwise explain it in a comment.',
  },
  NUMBER_TABLE: {
    rule: 'answers',
    class: 'policy',
    why: 'Answers can be listed by number. Memorised answers do not pay: qualifying is compared with unpublished problems, and products that no result showed earn nothing.',
    fix: 'Remove the numbers if they encode queries or products; otherwise explain them in a comment.',
  },
  QUERY_DIGEST: {
    rule: 'answers',
    class: 'policy',
    why: 'A hash of the query is typically a key into a table of memorised answers.',
    fix: 'Remove it if it decides what is recommended; otherwise explain it in a comment.',
  },
  FOREIGN_LETTERS: {
    rule: 'obfuscation',
    class: 'policy',
    why: 'Letters of two alphabets can look the same and name different things.',
    fix: 'Name things in ASCII letters.',
  },
  LONG_LINE: {
    rule: 'obfuscation',
    class: 'policy',
    why: 'Code far to the right is easily overlooked.',
    fix: 'Break the line.',
  },
} as const satisfies Record<string, FindingKind>;

export type FindingCode = keyof typeof FINDINGS;
