const orders = {
  items: [
    { id: 7, name: 'Ann', price: 9.5, tags: ['a', 'b'] },
    { id: 8, name: 'Bob', price: 12, tags: [] },
  ],
  count: 2,
  none: null,
  when: '2026-11-23T08:00:00Z',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  empty: '',
}
/** A response with something for every source. */
export const answer = {
  status: 200,
  headers: { 'Content-Type': 'application/json', 'X-Total': '2' },
  cookies: { session: [{ value: 'one' }, { value: 'two' }] },
  body: JSON.stringify(orders),
}
/** A request. */
export const send = { id: 'r', kind: 'send-request', name: 'Read orders', url: 'http://127.0.0.1/orders' }
/** An assertion. */
export const checks = (list: object[]) => ({ id: 'a', kind: 'assertion', name: 'Looks right', checks: list })

/** Each predicate with values that hold and that do not. */
export const judged: object[] = [
  { source: 'status', is: 'equals', value: 200 },
  { source: 'status', is: 'equals', value: '200' },
  { source: 'status', is: 'equals', value: '${code}' },
  { source: 'status', not: true, is: 'one-of', value: [400, 500] },
  { source: 'header', name: 'content-type', is: 'contains', value: 'json' },
  { source: 'header', name: 'x-nothing', is: 'exists' },
  { source: 'header', name: 'x-total', is: 'matches', value: '^\\d+$' },
  { source: 'cookie', name: 'session', is: 'equals', value: 'two' },
  { source: 'duration', is: 'less-than', value: 800 },
  { source: 'duration', is: 'greater-than', value: '${code}' },
  { source: 'size', is: 'equals', value: answer.body.length },
  { source: 'text', is: 'starts-with', value: '{"items"' },
  { source: 'text', is: 'ends-with', value: '}' },
  { source: 'text', is: 'is-json' },
  { source: 'body', is: 'is-json' },
  { source: 'body', is: 'contains', value: { count: 2 } },
  {
    source: 'body',
    is: 'matches-schema',
    value: { type: 'object', required: ['items'], properties: { count: { type: 'integer', maximum: 1 } } },
  },
  {
    source: 'body',
    is: 'matches-schema',
    value: { type: 'object', properties: { items: { type: 'array', minItems: 1, items: { required: ['id'] } } } },
  },
  { source: 'body', is: 'matches-snapshot', snapshot: orders },
  { source: 'json', path: '$.items[*].id', is: 'equals', value: [7, 8] },
  { source: 'json', path: '$.items[-1].name', is: 'equals', value: 'Bob' },
  { source: 'json', path: '$.items[?@.price > 10].name', is: 'equals', value: 'Bob' },
  { source: 'json', path: '$..tags', is: 'has-length', value: 2 },
  { source: 'json', path: '$.items[0:1].tags[*]', is: 'equals', value: ['a', 'b'] },
  { source: 'json', path: '$.items[?match(@.name, "A.*")].id', is: 'equals', value: 7 },
  { source: 'json', path: '$.nothing', is: 'exists' },
  { source: 'json', path: '$.nothing', not: true, is: 'exists' },
  { source: 'json', path: '$.none', is: 'is-type', value: 'null' },
  { source: 'json', path: '$.items[0].price', is: 'is-type', value: 'integer' },
  { source: 'json', path: '$.items[0].price', is: 'between', value: [9, 10] },
  { source: 'json', path: '$.items[0].price', is: 'at-most', value: 9 },
  { source: 'json', path: '$.items[0].price', is: 'at-least', value: 9.5 },
  { source: 'json', path: '$.items[1].tags', is: 'is-empty' },
  { source: 'json', path: '$.empty', is: 'is-empty' },
  { source: 'json', path: '$.when', is: 'is-iso-date' },
  { source: 'json', path: '$.when', not: true, is: 'is-uuid' },
  { source: 'json', path: '$.uuid', is: 'is-uuid' },
  { source: 'json', path: '$.items[0]', is: 'equals', value: { tags: ['a', 'b'], price: 9.5, name: 'Ann', id: 7 } },
  { source: 'json', path: '$.count', is: 'less-than', value: 'x' },
  { source: 'variable', name: 'code', is: 'equals', value: '200' },
  { source: 'variable', name: 'nobody', is: 'exists' },
]

/** A variable that checks compare with, and a case that goes on. */
export const withCode = { project: { variables: [{ name: 'code', value: '200' }] }, case: { onFailure: 'continue' } }
