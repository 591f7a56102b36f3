import { queryOptions } from '@tanstack/react-query';
import type { TrainingSummary } from '../pages/training/training-summary.ts';
import { ask } from './ask.ts';

export function trainingQuery() {
  return queryOptions({
    queryKey: ['training', 'summary'],
    queryFn: ({ signal }) => ask<TrainingSummary>('/v1/public/training', { signal }),
  });
}
