import { sha256 } from '../../store/sha256.ts';
import { wireProblemIdBy } from './wire-problem-id-by.ts';

export function wireProblemId(id: string): string {
  return wireProblemIdBy(sha256, id);
}
