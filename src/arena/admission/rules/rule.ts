import type { Finding } from '../finding.ts';
import type { Subject } from '../subject.ts';

/** One thing that must not, or should not, be in an agent's file. Pure: the same facts give the same findings. */
export type Rule = (subject: Subject) => Iterable<Finding>;
