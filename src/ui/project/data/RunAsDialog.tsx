import { createSignal, Index, Show, type Component } from 'solid-js'
import { createStore } from 'solid-js/store'
import Plus from 'lucide-solid/icons/plus'
import { placeOf } from '#engine/project/edit/places.ts'
import { addCase, freeName } from '#engine/project/edit/structure.ts'
import { identityFields, tokenSteps, type Identity, type IdentityField } from '#engine/derived-tests/identities/identity.ts'
import { creatingRequest, objectLevelCase } from '#engine/derived-tests/identities/object-level.ts'
import { expectedNow, judgeable, runAs } from '#engine/derived-tests/identities/run-as.ts'
import { caseAsSent, caseInPlace } from '#engine/project/headers-sent.ts'
import type { Case, Variable } from '#engine/project/format/schema.ts'
import { suggestSecretId } from '#engine/project/secret-ids.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { takenSecretIds } from '../fresh-secret-id.ts'
import { levelsOfCase, levelsOfSuite } from '../header-levels.ts'
import { IdentityFields, type IdentityRow } from './IdentityFields.tsx'
import { newId } from '../new-id.ts'
import { plain } from '../plain-copy.ts'
import { useProject } from '../project-context.ts'
import { storeSecret } from '../store-secret.ts'
import { runAsTexts as t } from './run-as-texts.ts'
import './run-as.css'

/** Makes a case run as several identities, or adds the case that tests what one may do to the objects of another. */
const RunAsDialog: Component<DialogProps<'run-as'>> = (props) => {
  const context = useProject()
  return (
    <Show when={context.workspace.case(props.request.case)}>
      {(one) => <Identities one={one()} onClose={() => props.onClose()} />}
    </Show>
  )
}

const Identities: Component<{ one: Case; onClose(): void }> = (props) => {
  const context = useProject()
  const { workspace, vault, router } = context
  const fields = identityFields(plain(props.one))
  /** The case with what its requests inherit: a token may be there. */
  const asSent = () => caseAsSent(plain(props.one), levelsOfCase(workspace.head(), props.one))
  const { requests, first } = judgeable(asSent())
  const [judged, setJudged] = createSignal(first?.id ?? '')
  const values = (keep: (field: IdentityField) => boolean) =>
    Object.fromEntries(fields.map((field) => [field.column, keep(field) ? field.now : '']))
  const own = fields.find(({ key }) => key === 'username' || key === 'clientId')?.now ?? ''
  const another = (n: number, expected: number): IdentityRow => ({
    name: t.newName(n),
    values: values(({ key }) => key === 'scope'),
    typed: {},
    expected,
  })
  const [rows, setRows] = createStore<IdentityRow[]>([
    {
      name: own === '' || own.includes('${') ? t.newName(1) : own,
      values: values(() => true),
      typed: {},
      expected: expectedNow(plain(props.one), judged()) ?? 200,
    },
    another(2, 403),
  ])
  const possible = () => tokenSteps(props.one).length > 0 && requests.length > 0
  const complete = () =>
    rows.length > 0 &&
    new Set(rows.map(({ name }) => name.trim())).size === rows.length &&
    rows.every((row) => row.name.trim() !== '' && fields.every((field) => !field.secret || row.values[field.column] !== ''))
  const labelOf = (field: IdentityField) => {
    const name = t.fields[field.key]
    const step = props.one.steps.find(({ id }) => id === field.step)?.name ?? ''
    return tokenSteps(props.one).length > 1 ? t.field(name, step) : name
  }

  /** The identities with their secrets in the vault; undefined, and said, where it rejected one. */
  const kept = async (): Promise<Identity[] | undefined> => {
    const taken = takenSecretIds(context)
    const identities: Identity[] = []
    for (const row of plain(rows)) {
      for (const [column, secret] of Object.entries(row.typed)) {
        const id = suggestSecretId(row.name, column, taken)
        taken.add(id)
        if (!(await storeSecret(vault, id, secret))) return undefined
        row.values[column] = id
      }
      identities.push({ name: row.name.trim(), values: row.values, expected: row.expected })
    }
    return identities
  }
  const putVariables = (known: Variable[], made: readonly Variable[]) => {
    for (const variable of made) {
      const before = known.findIndex(({ name }) => name === variable.name)
      if (before < 0) known.push(variable)
      else known[before] = variable
    }
  }
  const apply = async () => {
    const identities = await kept()
    const head = workspace.head()
    if (!identities || !head) return
    const source = freeName(t.names.source, new Set(head.dataSources.map(({ name }) => name)))
    const names = { ...t.names, source }
    const made = runAs(plain(props.one), { identities, judged: judged(), variables: plain(head.variables), names, newId })
    workspace.edit(t.edit(props.one.name), [props.one.id], (draft) => {
      draft.head.dataSources.push(made.source)
      putVariables(draft.head.variables, made.variables)
      draft.cases[props.one.id] = made.case
    })
    props.onClose()
    const [start] = made.case.steps
    if (start) context.openStep(made.case.id, start.id)
  }
  const addObjectLevel = async () => {
    const identities = await kept()
    const head = workspace.head()
    const place = placeOf(head, props.one.id)
    const project = workspace.localId()
    if (!identities || !head || !place || !project) return
    const made = objectLevelCase(asSent(), identities, plain(head.variables), newId)
    if (!made) return
    const around = levelsOfSuite(head, place.suite.id)
    const name = freeName(made.case.name, new Set(place.suite.cases.map((one) => one.name)))
    workspace.edit(t.editObjectLevel(name), [], (draft) => {
      putVariables(draft.head.variables, made.variables)
      addCase(draft, place.suite.id, caseInPlace({ ...made.case, name }, around), props.one.id)
    })
    props.onClose()
    router.go({ project, case: made.case.id })
    showToast(t.added(name), 'info')
  }
  const setSecret = (index: number, column: string, value: string, typed?: string) => {
    setRows(index, 'values', column, value)
    setRows(index, 'typed', (before) => {
      const { [column]: _gone, ...rest } = before
      return typed === undefined ? rest : { ...rest, [column]: typed }
    })
  }
  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={() => props.onClose()}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Show when={creatingRequest(asSent())}>
            <Button
              disabled={!complete() || rows.length < 2 || workspace.readOnly()}
              title={t.objectLevelHint}
              onClick={() => void addObjectLevel()}
            >
              {t.objectLevel}
            </Button>
          </Show>
          <Button kind="primary" disabled={!possible() || !complete() || workspace.readOnly()} onClick={() => void apply()}>
            {t.apply(rows.length)}
          </Button>
        </>
      }
    >
      <Show when={possible()} fallback={<p>{t.none}</p>}>
        <p class="run-as-intro">{t.intro(props.one.name)}</p>
        <Select
          label={t.judged}
          value={judged()}
          options={requests.map(({ id, method, name }) => ({ value: id, label: t.request(method, name) }))}
          onChange={setJudged}
        />
        <div class="run-as-list">
          <Index each={rows}>
            {(row, index) => (
              <IdentityFields
                row={row()}
                number={index + 1}
                fields={fields}
                labelOf={labelOf}
                onSet={(key, value) => setRows(index, key, value)}
                onValue={(column, value) => setRows(index, 'values', column, value)}
                onSecret={(column, value, typed) => setSecret(index, column, value, typed)}
                onRemove={rows.length > 1 ? () => setRows((all) => all.filter((_, at) => at !== index)) : undefined}
              />
            )}
          </Index>
        </div>
        <Button small icon={Plus} onClick={() => setRows(rows.length, another(rows.length + 1, 403))}>
          {t.add}
        </Button>
        <Show when={rows.some(({ expected }) => expected >= 400)}>
          <p class="run-as-note">{t.refused}</p>
        </Show>
        <Show when={!complete()}>
          <p class="run-as-note">{t.unfinished}</p>
        </Show>
        <Show when={creatingRequest(asSent())}>
          <p class="run-as-note">{t.objectLevelHint}</p>
        </Show>
      </Show>
    </Dialog>
  )
}

export default RunAsDialog
