import { expect, it } from 'vitest';
import { Fault } from './fault.ts';
import { httpAnswerOf } from './http-answer.ts';

it('an error response has the fault’s message or the framework’s reason, and hides defects', () => {
  const fault = new Fault('INPUT_INVALID', { message: 'No.', remedy: 'Do otherwise.' });
  expect(httpAnswerOf(fault, 'It failed.')).toEqual({
    status: 400,
    body: { detail: 'No. Do otherwise.', error_code: 'INPUT_INVALID' },
  });
  expect(httpAnswerOf(Object.assign(new Error('too large'), { statusCode: 413 }), 'It failed.')).toEqual({
    status: 413,
    body: { detail: 'too large', error_code: 'BAD_REQUEST' },
  });
  const defects = [new Error('secret'), Object.assign(new Error('secret'), { statusCode: 200 }), 'secret', undefined];
  for (const defect of defects)
    expect(httpAnswerOf(defect, 'It failed.')).toEqual({
      status: 500,
      body: { detail: 'It failed.', error_code: 'INTERNAL' },
    });
});
