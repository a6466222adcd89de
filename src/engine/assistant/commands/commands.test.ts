import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readProject } from '#engine/project/format/read.ts'
import { createManualClock } from '#engine/ports/testing/manual-clock.ts'
import { converse } from '../converse.ts'
import { emptyMemory, type Memory } from '../memory.ts'
import type { LoadedProject, Said, Turn } from '../turn.ts'
import { commands } from './patterns.ts'
import { parseCommand } from './parse-command.ts'

function load(name: string): LoadedProject {
  const read = readProject(readFileSync(new URL(`../../../../eval/projects/${name}.aprj`, import.meta.url), 'utf8'))
  if (!read.ok) throw new Error('unreachable: the project can be read')
  return { key: name, revision: '1', project: read.value.project }
}
const shop = load('shop')
const bank = load('bank')

/** Says one thing after the other. */
async function say(texts: readonly string[], more: Partial<Said> = {}): Promise<Turn[]> {
  let memory: Memory = emptyMemory()
  const turns: Turn[] = []
  for (const text of texts) {
    const ports = { clock: createManualClock(), seed: 3, signal: new AbortController().signal, secrets: async () => [] }
    const came = await converse(memory, { text, projects: [shop], ...more }, ports)
    memory = came.memory
    turns.push(came.turn)
  }
  return turns
}

/** Kinds and names of the steps of the only new case. */
function stepsOf(turn: Turn | undefined): string[] {
  const made = turn?.proposal?.edit.changes.flatMap((change) =>
    change.record === 'case' && 'after' in change ? [change.after as unknown as { steps: { kind: string; name: string }[] }] : [],
  )
  return made?.[0]?.steps?.map((step) => step.kind) ?? []
}

describe('commands', () => {
  const a6 = ['oauth2', 'send-request', 'assertion', 'data-transfer', 'send-request', 'assertion']

  it('[A6] creates, checks, keeps the identifier, deletes and checks, in this order', async () => {
    const [plain] = await say(['create an order, then delete it'])
    expect([plain?.kind, plain?.understood, stepsOf(plain)]).toEqual(['proposal', 'command', a6])
    const [gone] = await say(['create an order, then delete it and check that it is gone'])
    expect(stepsOf(gone)).toEqual([...a6, 'send-request', 'assertion'])
    const [form] = await say([''], { form: { id: 'create-delete', fields: { operation: 'POST /orders' } } })
    expect([form?.kind, form?.understood, stepsOf(form)]).toEqual(['proposal', 'form', a6])
  })

  it('[A3] asks which project, and which of several things of one name', async () => {
    const both = { projects: [shop, bank] }
    const [asked, done] = await say(['add a suite called Smoke', 'Bank'], both)
    expect(asked).toMatchObject({ kind: 'question', options: ['Shop', 'Bank'] })
    expect(done).toMatchObject({ kind: 'proposal', proposal: { project: 'bank' } })
    expect((await say(['in Bank, add a suite called Smoke'], both))[0]).toMatchObject({ proposal: { project: 'bank' } })
    expect((await say(['add a suite called Smoke'], { ...both, active: 'shop' }))[0]).toMatchObject({
      proposal: { project: 'shop' },
    })
    const [which, set] = await say(['set baseUrl to http://127.0.0.1:4010', '2'])
    expect(which).toMatchObject({ kind: 'question', options: ['baseUrl (Staging)', 'baseUrl (Local)'] })
    expect(set).toMatchObject({ kind: 'proposal', proposal: { items: [{ of: 'environment', name: 'Local' }] } })
  })

  it('carries out every example, exactly', async () => {
    const csv = { name: 'pets.csv', text: 'name,age\nRex,4\nMia,2\n' }
    const kinds = await Promise.all(
      commands.map(async ({ example }) => {
        const project = example.includes('pet') ? load('pets') : shop
        const before = example.includes('D1') ? ['boundary values for POST /orders'] : []
        const turns = await say([...before, example], { projects: [project], attachments: [csv] })
        return [example, turns.at(-1)?.kind]
      }),
    )
    expect(kinds).toEqual(commands.map(({ example }) => [example, 'proposal']))
  })
})

const sentences = readFileSync(new URL('../../../../eval/commands.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { said: string; form: string })

describe('[A2] sentences of testers, in five languages', () => {
  const csv: Said['attachments'] = []
  const understood = (said: string) => {
    const meant = parseCommand(said, shop, csv, [])
    return meant.kind === 'nearest' ? '' : meant.form
  }

  it('mean what was meant, or nothing', () => {
    expect(sentences.length).toBeGreaterThanOrEqual(200)
    const wrong = sentences.flatMap(({ said, form }) => {
      const meant = understood(said)
      return meant === form || meant === '' ? [] : [`${said}: ${meant}, not ${form || 'nothing'}`]
    })
    expect(wrong).toEqual([])
  })

  it('are commands where they are meant as one', () => {
    const missed = sentences.filter(({ said, form }) => form !== '' && understood(said) !== form).map(({ said }) => said)
    expect(missed).toEqual([])
  })

  it("aren't recognized with one more meaningless word", () => {
    const words = ['not', 'never', 'except', 'twice', 'nicht', 'nunca', 'jamais', '不', 'Monday', 'perhaps']
    const wrong = sentences
      .filter(({ form }) => form !== '')
      .flatMap(({ said }, at) => {
        const parts = said.split(' ')
        const place = at % (parts.length + 1)
        const before = parts.slice(0, place).join(' ')
        // Inside of quotes it would belong to a name.
        if ((before.match(/"/g) ?? []).length % 2 === 1) return []
        const more = [before, words[at % words.length], ...parts.slice(place)].join(' ')
        return understood(more) === '' ? [] : [`${more}: ${understood(more)}`]
      })
    expect(wrong).toEqual([])
  })
})
