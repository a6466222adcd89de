import { describe, expect, it } from 'vitest'
import { emptyProject } from '#engine/project/empty.ts'
import { newStep } from '#engine/project/new-step.ts'
import type { Case, Project, Step } from '#engine/project/format/schema.ts'
import { composeEdit } from './compose.ts'
import { applyEdit, invert } from './edit.ts'
import { renameUses, usesToRename } from './rename-variable.ts'
import { joinProject, stateOf } from './state.ts'

type More<K extends Step['kind']> = Partial<Extract<Step, { kind: K }>>
const step = <K extends Step['kind']>(kind: K, id: string, more: More<K> = {}): Step =>
  ({ ...newStep(kind, id, id, { connection: 'k', dataSource: 'd' }), ...more }) as Step
const token = (id: string) => step('jwt', id, { variableName: 'token', variableScope: 'TestCase' })
const check = (id: string, name: string) =>
  step('assertion', id, { checks: [{ source: 'variable', name, not: false, is: 'exists' }] })
const request = (id: string, url: string) => step('send-request', id, { url })
const script = (id: string, code: string) => step('script', id, { code })

const projectWith = (cases: Step[][], more: Partial<Project> = {}): Project => {
  const made = cases.map(
    (steps, index): Case =>
      ({ ...({ variables: [], headers: [], tags: [] } as object), id: `c${index + 1}`, name: '', steps }) as Case,
  )
  return {
    ...emptyProject('p', 'P'),
    suites: [{ id: 's', name: 'S', variables: [], headers: [], cases: made } as unknown as Project['suites'][number]],
    ...more,
  }
}

/** The project after the variable that step `id` of the first case sets has another name. */
function renameIn(project: Project, id: string, ...names: string[]) {
  const state = stateOf(project)
  const own = project.suites[0]?.cases[0]?.steps.find((one) => one.id === id)
  if (!own) throw new Error('no such step')
  let uses = usesToRename(state, 'c1', own, { name: 'token', scope: 'TestCase', place: ['variableName'] })
  let now = state
  for (const to of names) {
    const edit = composeEdit(
      'Rename',
      now,
      [...state.cases.keys()],
      (draft) => void (uses = renameUses(draft, uses, 'token', to)),
    )
    if (edit) {
      expect(applyEdit(applyEdit(now, edit, 'forward'), invert(edit), 'forward')).toEqual(now)
      now = applyEdit(now, edit, 'forward')
    }
  }
  return JSON.stringify(joinProject(now.head, (one) => now.cases.get(one.id)))
}

describe('renaming a variable', () => {
  const shared = { headers: [{ name: 'Authorization', value: 'Bearer ${token}', disabled: false }] }

  it('[T6, T9] all its uses follow: templates, checks, parts of it, scripts and inherited headers', () => {
    const steps = [
      token('t'),
      check('a', 'token.exp'),
      request('r', 'http://x.test/${token}/${tokens}/$${token}?t=${token.sub}'),
      script('s', 'pm.environment.get(\'token\'); bru.getVar("other"); `${token}`'),
    ]
    const text = renameIn(projectWith([steps, [request('q', '/${token}')]], shared), 't', 'jwt')
    expect(text).toContain('"name":"jwt.exp"')
    expect(text).toContain('http://x.test/${jwt}/${tokens}/$${token}?t=${jwt.sub}')
    expect(text).toContain('pm.environment.get(\'jwt\'); bru.getVar(\\"other\\"); `${token}`')
    expect(text).toContain('"/${jwt}"')
    expect(text).toContain('Bearer ${jwt}')
  })

  it('[T6, T9] while it is typed, uses of other variables with the name in between stay', () => {
    const steps = [token('t'), check('a', 'token'), request('r', '/${t}/${token}')]
    expect(renameIn(projectWith([steps]), 't', 'toke', 't', 'tk')).toContain('"/${t}/${tk}"')
  })

  it('[T6, T9] where another step sets it too, the uses in its scope follow, otherwise those nested under it', () => {
    const other = [token('u'), request('q', '/other/${token}')]
    const inCase = renameIn(projectWith([[token('t'), request('r', '/own/${token}')], other], shared), 't', 'jwt')
    expect(inCase).toContain('/own/${jwt}')
    expect(inCase).toContain('/other/${token}')
    expect(inCase).toContain('Bearer ${token}')
    const held = { variables: [{ name: 'token', value: 'x' }] } as Partial<Project>
    const nested = renameIn(projectWith([[token('t'), check('a', 'token'), request('r', '/own/${token}')]], held), 't', 'jwt')
    expect(nested).toContain('"source":"variable","name":"jwt"')
    expect(nested).toContain('/own/${token}')
  })
})
