/**
 * The text of a project with `count` sequential requests, each with 3 assertions and 1 extraction, ten to a case. With `header`
 * each request has one of its own, for which a browser asks the server's permission (CORS preflight). `via`: who sends them.
 */
export function benchProject(url, count, { header = true, name = 'Bench', via = 'auto' } = {}) {
  const steps = (number) => [
    {
      id: `r${number}`,
      kind: 'send-request',
      name: `Request ${number}`,
      url: '${url}',
      headers: header ? [{ name: 'x-number', value: String(number) }] : [],
      ...(via === 'auto' ? {} : { via }),
    },
    {
      id: `a${number}`,
      kind: 'assertion',
      name: 'Answered',
      checks: [
        { source: 'status', is: 'equals', value: 200 },
        { source: 'header', name: 'content-type', is: 'contains', value: 'json' },
        { source: 'json', path: '$.state', is: 'equals', value: 'open' },
      ],
    },
    { id: `x${number}`, kind: 'data-transfer', name: 'Keep the id', transfers: [{ source: 'json', path: '$.id', to: 'id' }] },
  ]
  const cases = []
  for (let first = 1; first <= count; first += 10) {
    const numbers = Array.from({ length: Math.min(10, count - first + 1) }, (_, index) => first + index)
    cases.push({ id: `c${first}`, name: `From ${first}`, steps: numbers.flatMap(steps) })
  }
  return JSON.stringify({
    format: 'aprj',
    version: 1,
    id: name,
    name,
    variables: [{ name: 'url', value: url }],
    suites: [{ id: 's', name: 'Requests', cases }],
  })
}
