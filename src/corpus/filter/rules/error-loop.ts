import { canonicalJson } from '../../../json/canonical-json.ts';
import { parseJson } from '../../../json/parse-json.ts';
import { callsOf, trajectoryOf } from '../attempt-reading.ts';
import type { FilterRule } from '../filter-rule.ts';

const ERROR = /^\s*(?:\{\s*"(?:error|detail)"|"?error\b)/i;

/** Rejects repeated identical calls and series of errors, which a model should not learn. */
export const errorLoop: FilterRule = {
  reason: 'ERROR_LOOP',
  check: (reading, { config }) => {
    const trajectory = trajectoryOf(reading);
    if (trajectory === undefined) return null;
    const times = new Map<string, number>();
    for (const { function: called } of callsOf(trajectory)) {
      const json = parseJson(called.arguments);
      const key = `${called.name} ${json.ok ? canonicalJson(json.value) : called.arguments}`;
      const count = (times.get(key) ?? 0) + 1;
      times.set(key, count);
      if (count >= config.loopLength) return `the same ${called.name} ${count} times`;
    }
    let errors = 0;
    for (const message of trajectory.messages) {
      if (message.role !== 'tool') continue;
      errors = ERROR.test(message.content.slice(0, 40)) ? errors + 1 : 0;
      if (errors >= config.loopLength) return `${errors} errors in a row`;
    }
    return null;
  },
};
