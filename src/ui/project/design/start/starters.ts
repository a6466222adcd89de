/* oxlint-disable unicorn/no-thenable -- `then` is the format's word for what a rule does; rules are never awaited. */
import { methodFacts, type MethodId } from '#engine/design/facts.ts'

/** An example to start with and to change, for methods that have one. */
const starters: Readonly<Partial<Record<MethodId, object>>> = {
  partitions: {
    parameters: [
      {
        name: 'quantity',
        classes: [
          { name: 'too few', to: 0, valid: false },
          { name: 'usual', from: 1, to: 100 },
          { name: 'too many', from: 101, valid: false },
        ],
      },
    ],
  },
  combinations: {
    parameters: [
      { name: 'Type', values: ['Primary', 'Logical', 'Single', 'Span', 'Stripe'] },
      { name: 'Size', values: [10, 100, 500, 40_000] },
      { name: 'File system', values: ['FAT', 'FAT32', 'NTFS'] },
      { name: 'Compression', values: ['on', 'off'] },
    ],
    constraints: ['IF [File system] = "FAT" THEN [Size] <= 500', 'IF [File system] <> "NTFS" THEN [Compression] = "off"'],
  },
  'decision-table': {
    conditions: [
      { name: 'member', values: [true, false] },
      { name: 'gold', values: [true, false] },
    ],
    actions: ['discount'],
    rules: [
      { when: { gold: true }, then: { discount: 20 } },
      { when: { member: true, gold: false }, then: { discount: 10 } },
    ],
    else: { discount: 0 },
    impossible: ['[member] = false AND [gold] = true'],
  },
  states: {
    states: ['open', 'frozen', 'closed'],
    initial: 'open',
    transitions: [
      { from: 'open', event: 'freeze', to: 'frozen', output: '200' },
      { from: 'frozen', event: 'thaw', to: 'open', output: '200' },
      { from: 'open', event: 'close', to: 'closed', output: '204' },
    ],
    coverage: 'all-transitions',
  },
  'classification-tree': {
    parameters: [
      {
        name: 'payment',
        classes: [
          { name: 'card', classes: [{ name: 'Visa' }, { name: 'Amex' }] },
          { name: 'invoice' },
          { name: 'barter', valid: false },
        ],
      },
      {
        name: 'amount',
        classes: [
          { name: 'small', value: 10 },
          { name: 'large', value: 1_000 },
        ],
      },
    ],
    combine: 't-wise',
  },
  domain: {
    parameters: [
      { name: 'total', from: 0, to: 200 },
      { name: 'tax', from: 0, to: 50 },
    ],
    borders: ['total + 2*tax <= 100'],
  },
  crud: {
    resource: 'order',
    operations: [
      { kind: 'create', status: '201' },
      { kind: 'read', status: '200' },
      { kind: 'update', status: '200' },
      { kind: 'delete', status: '204' },
    ],
  },
  'use-case': {
    steps: ['enter the order', 'pay', 'confirm'],
    extensions: [
      { name: 'card declined', at: 'pay', steps: ['see the reason'], back: 'pay' },
      { name: 'changed mind', at: 'confirm', steps: ['cancel'], fails: true },
    ],
  },
  'error-guessing': {
    parameters: [
      { name: 'sku', type: 'text', value: 'A-1', required: true },
      { name: 'quantity', type: 'integer', value: 1 },
    ],
  },
  sequences: { events: ['sign in', 'add to the cart', 'apply a coupon', 'pay'], before: [{ first: 'sign in', next: 'pay' }] },
  mcdc: { decision: '(member and total > 100) or coupon' },
  'cause-effect': {
    causes: ['member', 'coupon', 'paid'],
    effects: [{ name: 'discount', when: '(member or coupon) and paid' }],
    relations: [{ kind: 'exclusive', of: ['member', 'coupon'] }],
  },
}

/** What a design of a method starts with: without id, name and seed. */
export function starterOf(method: MethodId): object {
  // Methods on parameters understand each other's.
  return { ...(starters[method] ?? starters.partitions), name: methodFacts[method].title, method }
}
