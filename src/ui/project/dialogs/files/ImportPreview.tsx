import { createMemo, createSignal, For, Show, type Component } from 'solid-js'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'
import { importerFacts } from '#engine/importers/facts.ts'
import { countLeftOut, groupLeftOut, type LeftOutGroup } from '#engine/importers/group-left-out.ts'
import { importedSize } from '#engine/importers/imported-size.ts'
import type { Imported } from '#engine/importers/run-import.ts'
import { importerTexts } from '#engine/importers/texts.ts'
import { importTexts as t } from '../../files/import-texts.ts'
import { importTree, type ImportedCase, type ImportedRow } from './import-tree.ts'
import './import-preview.css'

/** Cases that are listed; further ones are counted. */
const mostCases = 300
/** Cases are open at first as long as no more rows are shown than these. */
const mostRows = 40

/** What an import would make: what needs attention first, and then the tree, a row for each request. */
export const ImportPreview: Component<{ imported: Imported; name: string }> = (props) => {
  const project = () => props.imported.project
  const tree = createMemo(() => importTree(project(), props.imported.leftOut))
  const size = createMemo(() => importedSize(project()))
  const groups = createMemo(() => groupLeftOut(props.imported.leftOut))
  const extras = () =>
    t.extras({
      apis: project().apis.length,
      environments: project().environments.length,
      variables: project().variables.length,
      secrets: props.imported.secrets.size,
    })
  const shown = createMemo(() => {
    let [cases, rows] = [0, 0]
    return tree().suites.flatMap(({ name, cases: all }) => {
      const listed = all.slice(0, mostCases - cases).map((one) => {
        rows += one.rows.length
        return { one, isOpen: rows <= mostRows }
      })
      cases += listed.length
      return listed.length > 0 ? [{ name, listed }] : []
    })
  })
  const hidden = () => Math.max(0, size().cases - mostCases)
  return (
    <section class="import-preview" aria-label={t.preview} tabindex="0">
      <header>
        <h3>{project().name}</h3>
        <p class="import-note">{t.source(importerFacts[props.imported.kind].title, props.name)}</p>
        <p>
          {importerTexts.size(size())}
          <Show when={extras()}>; {extras()}</Show>
        </p>
      </header>
      <h4>{t.leftOutCount(countLeftOut(groups()))}</h4>
      <Show when={groups().length > 0} fallback={<p class="import-note">{t.nothingLeftOut}</p>}>
        <ul class="import-left" aria-label={t.leftOut}>
          <For each={groups()}>{(group) => <Group group={group} />}</For>
        </ul>
      </Show>
      <Show when={size().requests > 0}>
        <p class="import-complete">{t.complete(tree().complete, size().requests)}</p>
      </Show>
      <ul class="import-suites" aria-label={t.tree}>
        <For each={shown()}>
          {({ name, listed }) => (
            <li>
              <Show when={listed.length > 1 || listed[0]?.one.name !== name}>
                <span class="import-suite">{name}</span>
              </Show>
              <For each={listed}>{({ one, isOpen }) => <CaseRows one={one} open={isOpen} />}</For>
            </li>
          )}
        </For>
      </ul>
      <Show when={hidden() > 0}>
        <p class="import-note">{t.moreCases(hidden())}</p>
      </Show>
    </section>
  )
}

/** One thing left out, or several of a kind that unfold. */
const Group: Component<{ group: LeftOutGroup }> = (props) => {
  const first = () => props.group.items[0]
  const item = (where: string, what: string) => (
    <>
      <Show when={where}>
        <b>{where}</b>
      </Show>
      <Show when={what}>
        <span>{what}</span>
      </Show>
    </>
  )
  return (
    <li>
      <Show when={props.group.title} fallback={item(first()?.where ?? '', first()?.what ?? '')}>
        <details>
          <summary>
            <span>{props.group.title}</span>
          </summary>
          <ul>
            <For each={props.group.items}>{({ where, what }) => <li>{item(where, what)}</li>}</For>
          </ul>
        </details>
      </Show>
    </li>
  )
}

const CaseRows: Component<{ one: ImportedCase; open: boolean }> = (props) => {
  const [open, setOpen] = createSignal(props.open)
  return (
    <details class="import-case" open={props.open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span class="import-name">{props.one.name}</span>
        <span class="import-note">{t.requests(props.one.requests)}</span>
      </summary>
      <Show when={open()}>
        <ul>
          <For each={props.one.rows}>{(row) => <Row row={row} />}</For>
        </ul>
      </Show>
    </details>
  )
}

const Row: Component<{ row: ImportedRow }> = (props) => (
  <li classList={{ 'import-row-off': props.row.disabled }}>
    <span class="import-what">{props.row.what}</span>
    <span class="import-name">
      {props.row.name}
      <Show when={props.row.incomplete}>
        {' '}
        <TriangleAlert class="import-incomplete" aria-label={t.incomplete} role="img" />
      </Show>
    </span>
    <span class="import-note">
      {[props.row.disabled ? t.disabled : '', t.rowText(props.row.checks, props.row.variables)].filter(Boolean).join(' · ')}
    </span>
  </li>
)
