import { createEffect, createResource, createSignal, For, Match, Show, Switch, type Component, type JSX } from 'solid-js'
import { Dynamic } from 'solid-js/web'
import { textOf } from '#engine/base/errors.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/overlays/Dialog.tsx'
import type { DialogProps } from '../../page/dialogs.ts'
import { useProject } from '../../project/project-context.ts'
import { parseMarkdown, type Block, type Inline } from './markdown.ts'
import { helpPages, pictureAddress, readHelp } from '../../page/help-pages.ts'
import './HelpDialog.css'

/** Texts of the help. */
const t = {
  title: 'Help',
  pages: 'Pages',
  keys: 'Keyboard shortcuts',
  notices: 'Third-party notices',
  loading: 'Loading…',
  failed: (reason: string) => `Couldn't load this page: ${reason}`,
}

/** The documentation, as it lies in docs/: one page at a time. */
const HelpDialog: Component<DialogProps<'help'>> = (props) => {
  const context = useProject()
  const [page, setPage] = createSignal(props.request.page ?? helpPages[0]?.name ?? '')
  const [blocks] = createResource(page, async (name) => {
    try {
      return parseMarkdown(await readHelp(name))
    } catch (thrown) {
      return [{ kind: 'paragraph', inner: [{ kind: 'text', text: t.failed(textOf(thrown)) }] }] satisfies Block[]
    }
  })
  let article: HTMLElement | undefined
  let wanted = props.request.anchor
  const goTo = () => {
    const place = wanted && article?.querySelector(`#help-${CSS.escape(wanted)}`)
    if (place) place.scrollIntoView()
    else article?.scrollTo(0, 0)
  }
  const open = (name: string, anchor?: string) => {
    wanted = anchor
    if (name === page()) goTo()
    else setPage(name)
  }
  // The place in a page is there once its text is.
  createEffect(() => blocks() && requestAnimationFrame(goTo))
  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={props.onClose}
      footer={
        <>
          <a class="help-notices" href="third-party-notices.txt" target="_blank" rel="noreferrer">
            {t.notices}
          </a>
          <Button onClick={() => context.dialogs.show({ name: 'keys' })}>{t.keys}</Button>
        </>
      }
    >
      <div class="help">
        <nav class="help-pages" aria-label={t.pages}>
          <For each={helpPages}>
            {({ name, title }) => (
              <button type="button" aria-current={page() === name ? 'page' : undefined} onClick={() => open(name)}>
                {title}
              </button>
            )}
          </For>
        </nav>
        <article class="help-page" tabindex="0" ref={(element) => (article = element)}>
          <Show when={blocks.latest} fallback={<p>{t.loading}</p>}>
            {(found) => <Blocks blocks={found()} onOpen={open} />}
          </Show>
        </article>
      </div>
    </Dialog>
  )
}
export default HelpDialog

interface Shown {
  onOpen(page: string, anchor?: string): void
}

const Blocks: Component<Shown & { blocks: readonly Block[] }> = (props) => (
  <For each={props.blocks}>{(block) => <One block={block} onOpen={(page, anchor) => props.onOpen(page, anchor)} />}</For>
)

const One: Component<Shown & { block: Block }> = (props) => {
  const is = <K extends Block['kind']>(kind: K) =>
    props.block.kind === kind ? (props.block as Extract<Block, { kind: K }>) : undefined
  const line = (inner: readonly Inline[]): JSX.Element => (
    <Line inner={inner} onOpen={(page, anchor) => props.onOpen(page, anchor)} />
  )
  return (
    <Switch>
      <Match when={is('heading')}>
        {(block) => (
          <Dynamic component={`h${Math.min(6, block().level + 2)}`} id={`help-${block().id}`}>
            {line(block().inner)}
          </Dynamic>
        )}
      </Match>
      <Match when={is('paragraph')}>{(block) => <p>{line(block().inner)}</p>}</Match>
      <Match when={is('code')}>
        {(block) => (
          <pre tabindex="0">
            <code>{block().text}</code>
          </pre>
        )}
      </Match>
      <Match when={is('picture')}>
        {(block) => <img class="help-picture" src={pictureAddress(block().file)} alt={block().alt} loading="lazy" />}
      </Match>
      <Match when={is('list')}>
        {(block) => (
          <Dynamic component={block().ordered ? 'ol' : 'ul'}>
            <For each={block().items}>
              {(item) => (
                <li>
                  <Blocks blocks={item} onOpen={(page, anchor) => props.onOpen(page, anchor)} />
                </li>
              )}
            </For>
          </Dynamic>
        )}
      </Match>
      <Match when={is('table')}>
        {(block) => (
          <div class="help-table" tabindex="0" role="group">
            <table>
              <thead>
                <tr>
                  <For each={block().head}>{(cell) => <th scope="col">{line(cell)}</th>}</For>
                </tr>
              </thead>
              <tbody>
                <For each={block().rows}>
                  {(row) => (
                    <tr>
                      <For each={row}>{(cell) => <td>{line(cell)}</td>}</For>
                    </tr>
                  )}
                </For>
              </tbody>
            </table>
          </div>
        )}
      </Match>
    </Switch>
  )
}

const Line: Component<Shown & { inner: readonly Inline[] }> = (props) => (
  <For each={props.inner}>
    {(piece) => {
      if (piece.kind === 'text') return piece.text
      if (piece.kind === 'code') return <code>{piece.text}</code>
      const inner = <Line inner={piece.inner} onOpen={(page, anchor) => props.onOpen(page, anchor)} />
      if (piece.kind === 'strong') return <strong>{inner}</strong>
      if (piece.kind === 'emphasis') return <em>{inner}</em>
      if (/^https?:/.test(piece.to))
        return (
          <a href={piece.to} target="_blank" rel="noreferrer">
            {inner}
          </a>
        )
      const [, name, anchor] = /^([\w-]+)\.md(?:#(.*))?$/.exec(piece.to) ?? []
      // What is beside the pages, such as sources, is not part of the app.
      if (!helpPages.some((page) => page.name === name)) return inner
      return (
        <button type="button" class="help-link" onClick={() => props.onOpen(name ?? '', anchor)}>
          {inner}
        </button>
      )
    }}
  </For>
)
