/** Messages about a project that could be read; `format/file-texts.ts` has what its reading says. */
export const projectFormatTexts = {
  // names in paths
  step: (index: number) => `step ${index + 1}`,
  item: (index: number) => String(index + 1),
  wholeFile: 'the file',

  // problems
  loopWithoutEnd: 'this loop has no Loop End',
  endWithoutLoop: 'this Loop End has no Loop Start',
  emptyCondition: 'has an empty condition: add a check or remove it',
  conditionOfEnd: 'has a condition on the Loop End: move it to the Loop Start',
  noAnswerYet: (source: string) => `uses ${source}, but a case's condition can only use variables`,
  noStep: (id: string) => `refers to the step "${id}", which isn't in this case`,
  stepWithoutResult: (name: string) => `refers to the step "${name}", which has no result`,
  laterStep: (name: string) => `refers to the later step "${name}", which has no result yet`,
  disabledStep: (name: string) => `refers to the disabled step "${name}"`,
  endedLoop: (name: string) => `refers to the step "${name}" in a loop that has ended`,
  noApi: (id: string) => `refers to the unknown API "${id}"`,
  noConnection: (id: string) => (id === '' ? 'has no connection' : `refers to the unknown connection "${id}"`),
  noDataSource: (id: string) => `refers to the unknown data source "${id}"`,
  badRow: (row: number, why: string) => `row ${row} ${why}`,
  badLine: (line: number, why: string) => `line ${line} ${why}`,
  moreBadRows: 'more rows after these are invalid',
  noTarget: (id: string) => `refers to the unknown case or suite "${id}"`,
  noCaseBefore: (id: string) => `refers to the unknown case "${id}"`,
  noMetric: (metric: string, known: readonly string[]) => `"${metric}" isn't a load test metric. Use one of: ${known.join(', ')}`,
  noEnvironment: (id: string) => `refers to the unknown environment "${id}"`,
  doubleVariable: (name: string) => `duplicate variable "${name}"`,
  noHost: (text: string) =>
    text.trim() === ''
      ? 'is empty, so the client certificate is never sent'
      : `"${text}" isn't a host such as api.example.com, api.example.com:8443 or *.example.com`,
  noCertificate: 'is missing: the client certificate has no key',
  doubleName: (name: string) => `duplicate name "${name}"`,
  onlyWith: (environments: readonly string[]) =>
    `Only with the environment ${environments
      .slice(0, 10)
      .map((name) => JSON.stringify(visible(name)))
      .concat(environments.length > 10 ? [`${environments.length - 10} more`] : [])
      .join(' or ')}.`,

  badDestination: (name: string) =>
    name === ''
      ? 'the variable name is missing'
      : `${JSON.stringify(visible(name))} isn't a variable name: use letters, digits, "_", "." and "-", starting with a letter or "_"; random, now, env and uuid are reserved`,

  // secrets in plaintext
  unknownVariable: (name: string, near: string | undefined) =>
    `unknown variable "${name}"${near === undefined ? '' : `; did you mean "${near}"?`}`,
  literalSecret: 'looks like a plaintext secret; store it in a secret variable and use "${name}"',
}

/** Characters that change how a string looks without being seen: bidirectional marks, zero-width ones, lone surrogates (R9). */
export function isInvisible(point: number): boolean {
  return (
    (point >= 0x200b && point <= 0x200f) ||
    (point >= 0x202a && point <= 0x202e) ||
    (point >= 0x2060 && point <= 0x206f) ||
    (point >= 0xd800 && point <= 0xdfff) ||
    point === 0xfeff ||
    point === 0x61c
  )
}

/** A name with every control and invisible character written as `\u202e`, so that it can't pass for another (R9). */
export const visible = (text: string): string =>
  Array.from(text, (unit) => {
    const point = unit.codePointAt(0) ?? 0
    const hidden = point < 0x20 || (point >= 0x7f && point < 0xa0) || isInvisible(point)
    return hidden ? `\\u${point.toString(16).padStart(4, '0')}` : unit
  }).join('')
