import { batch, createEffect, createMemo, createSignal, on, untrack } from 'solid-js'
import { messageWithHint } from '#engine/base/errors.ts'
import { factsOf } from '#engine/steps/facts.ts'
import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { isTokenOf } from '#engine/steps/oauth2/token-key.ts'
import { inheritedHeaders } from '#engine/project/inherited-headers.ts'
import { placeOf } from '#engine/project/edit/places.ts'
import type { TokenSummary } from '#workers/run/run-protocol.ts'
import type { ProjectContext } from '../project-context.ts'
import { freshSecretId } from '../fresh-secret-id.ts'
import { componentTexts } from '../../components/texts.ts'
import { showToast } from '../../components/overlays/toasts.tsx'
import { firstUse } from '../../page/first-use.ts'
import type { EditorContext } from '../../steps/editor-context.ts'
import { levelsOfCase } from '../header-levels.ts'
import { createCaseQuestions, projectSource } from '../ask-worker.ts'
import { chooseSource } from '../data/chosen-source.ts'
import { knownTables } from '../connections/known-tables.ts'
import { createNestedEditing } from './nested-editing.ts'
import { lastValuesOf, rankOf, variablesAt, variablesInScope } from './variables-in-scope.ts'

/** What the step editors can ask for, of the open case; must be called inside a Solid root. */
export function createEditorContext(context: ProjectContext): EditorContext {
  const { workspace, vault, session, services, router } = context
  const caseId = () => router.route().case
  const one = createMemo(() => workspace.case(caseId()))
  // While a run goes on, fields keep the values of the run before: to list all of them at every draw would slow it down.
  const lastValues = createMemo<ReadonlyMap<string, string>>(
    (before) => (session.running() ? before : lastValuesOf(session.details?.newestVariables() ?? [])),
    new Map(),
  )
  /** What the open step sets itself: it is there for the steps after it. */
  const openStep = createMemo(() => {
    const found = one()?.steps.find(({ id }) => id === router.route().step)
    return new Set(
      found
        ? factsOf(found)
            .writes?.(found)
            .map(({ name }) => name)
        : [],
    )
  })
  const inScope = createMemo(() => {
    const head = workspace.head()
    if (!head) return []
    const parts = {
      head,
      one: one(),
      suite: router.route().suite,
      environment: context.environment(),
      cases: workspace.cases(),
      lastValues: lastValues(),
    }
    return variablesInScope(parts)
  })
  // Another step that is opened changes their order, and which loops are around it.
  const variables = createMemo(() =>
    variablesAt(inScope(), one()?.steps ?? [], router.route().step).map((each) => ({ ...each, rank: rankOf(each, openStep()) })),
  )
  const steps = createMemo(() => (one()?.steps ?? []).map(({ id, name, kind }) => ({ id, name, kind })))
  const tokens = createTokens(context)
  const questions = createCaseQuestions(workspace, services.client, () => {
    const opened = caseId()
    return opened ? { environment: context.environment(), case: opened } : undefined
  })
  const environment = () => context.environment() ?? ''
  const tokenOf = (step: string): TokenSummary | undefined => {
    const at = one()?.steps.find(({ id }) => id === step)
    const shares = workspace.head()?.shareTokens === true
    return isOAuth2Step(at)
      ? tokens.list()?.find((token) => token.environment === environment() && isTokenOf(at, token, shares))
      : undefined
  }
  return {
    variables,
    steps,
    connections: () => workspace.head()?.connections ?? [],
    tables: (connection) => knownTables(workspace.localId(), connection),
    openConnections: () => {
      const project = workspace.localId()
      if (project) router.go({ project, tab: 'connections' })
    },
    dataSources: () => workspace.head()?.dataSources ?? [],
    apis: () => workspace.head()?.apis ?? [],
    randomFields: async (request, body) => (await import('../apis/random-fields.ts')).askApis(workspace, request, body),
    secrets: {
      has: vault.has,
      set: vault.set,
      reveal: vault.reveal,
      suggest: (where, field) => freshSecretId(context, where, field),
    },
    files: {
      info: async (path) => {
        const project = workspace.localId()
        if (!project || path === '') return undefined
        // Asking starts the run worker, which is not wanted before someone uses the page.
        await firstUse
        return services.client.files.info(project, path)
      },
      choose: async (path, file) => {
        const project = workspace.localId()
        if (project) await services.client.files.put(project, path, file)
      },
    },
    rows: {
      columns: async (id) => {
        const project = workspace.localId()
        const source = workspace.head()?.dataSources.find((one) => one.id === id)
        if (!project || !source) return []
        await firstUse
        const options = { environment: context.environment(), seed: 0, count: 0 }
        return (await services.client.data.rows(await projectSource(workspace, project), source, options)).columns
      },
      look: (step, number) => questions.row(step, { seed: session.newest()?.seed ?? 0, number }),
      picked: context.pickedRow,
      pick: context.pickRow,
      open: (source) => {
        const project = workspace.localId()
        chooseSource(source)
        if (project) router.go({ project, tab: 'data' })
        context.panes.showPage('step')
      },
    },
    environment: context.environment,
    redirectUri: () => services.redirectUri,
    runStep: (step) => {
      const opened = caseId()
      if (opened) context.run({ step: { case: opened, step } })
    },
    running: session.running,
    discover: async (step) => {
      const found = await questions.discover(step)
      if (!found) throw new Error('No project is open')
      return found
    },
    describeKey: questions.describeKey,
    tokensRead: () => tokens.list() !== undefined,
    token: tokenOf,
    reusedAt: (step) => {
      const opened = caseId()
      const report = session.newest()
      if (!opened || !report || session.running() || tokens.readAfter() !== report.run) return undefined
      const began = Date.parse(report.startedAt)
      const token = tokenOf(step)
      const used = session.details?.knownRun(opened, step)?.run === report.run && session.step(opened, step)?.outcome === 'passed'
      return used && token && token.obtainedAt < began ? began : undefined
    },
    revealToken: async (step) => {
      const project = workspace.localId()
      return project ? services.client.tokens.reveal(project, environment(), tokenOf(step)?.step ?? step) : undefined
    },
    forgetToken: async (step) => {
      const project = workspace.localId()
      if (project) await services.client.tokens.forget(project, environment(), tokenOf(step)?.step ?? step)
      await tokens.refresh()
    },
    tokenAction: async (step, action) => {
      const result = await questions.tokenAction(step, action)
      if (result) await tokens.refresh()
      return result
    },
    registration: questions.registration,
    // The window is opened at the click, before anything is waited for: else the browser blocks it.
    endSession: (step, signal) =>
      questions.endSession(step, { window: services.windows?.logout(), redirectUri: services.redirectUri }, signal),
    script: (step, tool, tell, signal) => questions.script(step, { tool, redirectUri: services.redirectUri }, tell, signal),
    lastResult: (step) => {
      const opened = caseId()
      return opened ? session.step(opened, step) : undefined
    },
    tokenVariables: (step) => {
      const all = one()?.steps ?? []
      const before = all.slice(
        0,
        Math.max(
          0,
          all.findIndex(({ id }) => id === step),
        ),
      )
      const suite = placeOf(workspace.head(), caseId())?.suite.cases.map(({ id }) => id) ?? []
      const earlier = suite.slice(0, Math.max(0, suite.indexOf(caseId() ?? ''))).flatMap((id) => workspace.case(id)?.steps ?? [])
      return [...earlier, ...before].toReversed().flatMap((other) => {
        const facts = factsOf(other)
        const [token] = (facts.getsToken && facts.writes?.(other)) || []
        return token && (token.scope !== 'TestCase' || before.includes(other)) ? [token.name] : []
      })
    },
    inherited: (body) => inheritedHeaders({ headers: [], body }, levelsOfCase(workspace.head(), one())),
    openLevel: (level) => {
      const [project, opened] = [workspace.localId(), caseId()]
      const suite = placeOf(workspace.head(), opened)?.suite.id
      if (!project || !opened || !suite) return
      router.go(level === 'case' ? { project, case: opened } : level === 'suite' ? { project, suite } : { project })
    },
    addTokenStep: async (step) => {
      const opened = caseId()
      if (opened) await (await import('./add-token-step.ts')).addTokenStep(context, { case: opened, request: step })
    },
    keepVariable: async (name, value, secret) => {
      try {
        const { keepVariable } = await import('./keep-variable.ts')
        return await keepVariable(context, { name, value, secret })
      } catch (thrown) {
        showToast(componentTexts.secret.notStored(name, messageWithHint(thrown)), 'error')
        return false
      }
    },
    lastAnswer: (step, request) => {
      const opened = caseId()
      if (!opened || session.running()) return undefined
      return async () => {
        await firstUse
        const { readLastAnswer } = await import('./last-answer.ts')
        return readLastAnswer(session, one()?.steps ?? [], { case: opened, step, request })
      }
    },
    offerUndo: context.actions.offerUndo,
    nested: createNestedEditing(context, one),
    setEnabled: (step, enabled) => {
      const opened = caseId()
      if (opened) context.actions.setDisabled(opened, [step], !enabled)
    },
    addNegativeTests: (step) => {
      const opened = caseId()
      if (opened) context.dialogs.show({ name: 'negative-tests', case: opened, step })
    },
    problems: (step) => [...context.problems.ofProject(step)],
  }
}

/**
 * The cached tokens, read again when a step that gets one has ended; undefined until they are read. Opening them is the
 * worker's, which is not started for it before someone uses the page.
 */
function createTokens({ workspace, services, session }: ProjectContext) {
  const [list, setList] = createSignal<TokenSummary[]>()
  /** The run after which they were read. */
  const [readAfter, setReadAfter] = createSignal<string>()
  const read = async (project: string) => {
    const kept = !(await services.vault.lasting()) || (await services.vault.tokens(project)).length > 0
    if (!kept) return []
    await firstUse
    return services.client.tokens.list(project)
  }
  const refresh = async () => {
    const project = workspace.localId()
    const run = untrack(session.running) ? undefined : untrack(session.newest)?.run
    const found = project ? await read(project).catch(() => []) : []
    if (workspace.localId() !== project) return
    batch(() => {
      setList(found)
      setReadAfter(run)
    })
  }
  createEffect(on([workspace.localId, session.running], () => void refresh()))
  return { list, refresh, readAfter }
}
