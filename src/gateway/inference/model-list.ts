/** OpenAI's list of models. The date is the same for all, because nobody knows it and clients insist on a number. */
export function modelList(ids: readonly string[]): unknown {
  return { object: 'list', data: ids.map((id) => ({ id, object: 'model', created: 0, owned_by: 'assay' })) };
}
