import type { Finding } from './finding.ts';
import { answerTables } from './rules/answer-tables.ts';
import { assembledNames, builtNames, disguisedNames } from './rules/built-names.ts';
import { blockedCalls } from './rules/calls.ts';
import { decoderCalls } from './rules/decoders.ts';
import { embeddedIds } from './rules/embedded-ids.ts';
import { encodedTexts } from './rules/encoded-texts.ts';
import { entryPoint } from './rules/entry-point.ts';
import { fileWrites } from './rules/file-writes.ts';
import { blockedImports, modulesByAttribute, modulesByName, unresolvedImports } from './rules/imports.ts';
import { interpreterInternals } from './rules/internals.ts';
import { lookupTables } from './rules/lookup-tables.ts';
import { oneStrategy } from './rules/one-strategy.ts';
import { problemPhrases } from './rules/problem-phrases.ts';
import type { Rule } from './rules/rule.ts';
import type { Subject } from './subject.ts';

const RULES: readonly Rule[] = [
  entryPoint,
  blockedImports,
  unresolvedImports,
  modulesByAttribute,
  modulesByName,
  blockedCalls,
  interpreterInternals,
  fileWrites,
  decoderCalls,
  encodedTexts,
  builtNames,
  assembledNames,
  disguisedNames,
  embeddedIds,
  lookupTables,
  answerTables,
  problemPhrases,
  oneStrategy,
];

/** All findings of the rules for a file that Python can parse. Pure. */
export function judgeFacts(subject: Subject): readonly Finding[] {
  return RULES.flatMap((rule) => [...rule(subject)]);
}
