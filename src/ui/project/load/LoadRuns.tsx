import { capital } from '#engine/base/capital.ts'
import { createSignal, onCleanup, onMount, Show, type Component } from 'solid-js'
import Copy from 'lucide-solid/icons/copy'
import Download from 'lucide-solid/icons/download'
import Play from 'lucide-solid/icons/play'
import Square from 'lucide-solid/icons/square'
import { textOf } from '#engine/base/errors.ts'
import type { LoadReport } from '#engine/load/report.ts'
import { briefly } from '#engine/load/reports/describe.ts'
import type { LoadTest } from '#engine/project/load-test.ts'
import type { LoadPlace } from '#workers/run/load-calls.ts'
import { Button } from '../../components/Button.tsx'
import { Menu } from '../../components/overlays/Menu.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { showToast } from '../../components/overlays/toasts.tsx'
import { runInList } from '../../run/run-name.ts'
import { copyText } from '../../steps/copy-text.ts'
import { hostsToAllow } from '../hosts-to-allow.ts'
import { useProject } from '../project-context.ts'
import { LoadLive, LoadResult } from './LoadResult.tsx'
import { loadFiles } from './load-files.ts'
import { isLoading, loadRunOf, readLoads, startLoad, stopLoad } from './load-runs.ts'
import { loadTexts as t } from './load-texts.ts'

/** Runs a load test, as far as a page can or whole at the companion, and shows what it came to: this time, or one of the times before. */
export const LoadRuns: Component<{ test: LoadTest; environment: string | undefined; estimate: string | undefined }> = (props) => {
  const context = useProject()
  const { workspace } = context
  const { id } = props.test
  onMount(() => void readLoads(context, id))
  const run = () => loadRunOf(workspace.localId(), id)
  const reports = () => run()?.reports ?? []
  const [chosen, setChosen] = createSignal<string>()
  const report = () => reports().find(({ startedAt }) => startedAt === chosen()) ?? reports()[0]
  const others = () => reports().filter((one) => one !== report())
  const [beside, setBeside] = createSignal<string>()
  const before = (one: LoadReport) => reports()[reports().indexOf(one) + 1]
  /** What it is compared with: what was chosen, else the run before it. */
  const earlier = () => {
    const shown = report()
    if (!shown || beside() === '') return undefined
    return others().find(({ startedAt }) => startedAt === beside()) ?? before(shown)
  }
  const [connected, setConnected] = createSignal(false)
  const unfollow = new AbortController()
  onCleanup(() => unfollow.abort())
  context.services.client.companion
    .follow(({ state }) => setConnected(state === 'connected'), unfollow.signal)
    // Its worker was ended, and the link with it.
    .catch(() => setConnected(false))
  /** What the companion may not reach yet, once it was to. */
  const [toAllow, setToAllow] = createSignal<Awaited<ReturnType<typeof hostsToAllow>>>()
  const start = (place: LoadPlace) => {
    setChosen(undefined)
    setToAllow(undefined)
    void startLoad(context, id, place, props.environment)
  }
  const startAtCompanion = async () => {
    try {
      const asked = await hostsToAllow(context, props.environment)
      if (asked) setToAllow(asked)
      else start('companion')
    } catch (thrown) {
      showToast(textOf(thrown), 'error')
    }
  }
  const allow = async () => {
    try {
      await toAllow()?.allow()
      start('companion')
    } catch (thrown) {
      showToast(textOf(thrown), 'error')
    }
  }
  const files = () => loadFiles(context, props.test, props.environment)
  const option = (one: LoadReport) => ({ value: one.startedAt, label: `${capital(runInList(one.startedAt))} · ${briefly(one)}` })
  return (
    <>
      <div class="load-actions">
        <Show
          when={run()?.running}
          fallback={
            <>
              <Show when={connected()}>
                <Button kind="primary" icon={Play} disabled={isLoading()} onClick={() => void startAtCompanion()}>
                  {t.runAtCompanion}
                </Button>
              </Show>
              <Button
                {...(connected() ? {} : { kind: 'primary' as const })}
                icon={Play}
                disabled={isLoading()}
                onClick={() => start('page')}
              >
                {t.run}
              </Button>
            </>
          }
        >
          <Button icon={Square} onClick={() => stopLoad(context)}>
            {t.stop}
          </Button>
          <span role="status">{t.running(run()?.live?.at ?? 0)}</span>
        </Show>
        <Button icon={Copy} onClick={() => void copyText(files().command, t.copied)}>
          {t.copy}
        </Button>
        <Button icon={Download} onClick={() => void files().exportScript()}>
          {t.export}
        </Button>
        <Show when={!run()?.running && report()}>
          {(shown) => (
            <Menu
              label={t.save}
              items={files().saved(shown(), earlier())}
              class="button"
              trigger={
                <>
                  <Download aria-hidden="true" />
                  {t.save}
                </>
              }
            />
          )}
        </Show>
      </div>
      <p class="load-note">
        {connected() ? t.whole : t.small} {props.estimate}
      </p>
      <Show when={toAllow()}>
        {(found) => (
          <Notice
            kind="info"
            live
            action={
              <Button small onClick={() => void allow()}>
                {t.allow}
              </Button>
            }
          >
            {t.allowAsk(found().asked)}
          </Notice>
        )}
      </Show>
      <Show when={run()?.problem}>
        {(found) => (
          <Notice kind="error" live>
            {found().message} {found().hint}
          </Notice>
        )}
      </Show>
      <Show
        when={run()?.running ? run()?.live : undefined}
        fallback={
          <Show when={!run()?.running && report()}>
            {(shown) => (
              <>
                <div class="load-choice">
                  <Select label={t.ofTime} value={shown().startedAt} options={reports().map(option)} onChange={setChosen} />
                  <Show when={others().length > 0}>
                    <Select
                      label={t.beside}
                      value={earlier()?.startedAt ?? ''}
                      options={[{ value: '', label: t.besideNothing }, ...others().map(option)]}
                      onChange={setBeside}
                    />
                  </Show>
                </div>
                <LoadResult report={shown()} earlier={earlier()} />
              </>
            )}
          </Show>
        }
      >
        {(live) => <LoadLive live={live()} />}
      </Show>
    </>
  )
}
