import type { MenuItem } from '../../components/overlays/menu-item.ts'
import { copyText } from '../../steps/copy-text.ts'
import type { TreeNode } from '../actions/project-actions.ts'
import type { ProjectContext } from '../project-context.ts'
import { actionTexts } from '../actions/action-texts.ts'
import { projectTexts as texts } from '../texts.ts'

/** The menu of the project, a suite or a case in the tree. */
export function nodeMenu(context: ProjectContext, node: TreeNode): MenuItem[] {
  const { actions, workspace } = context
  const locked = workspace.readOnly()
  const m = actionTexts.menu
  const run: MenuItem = { label: m.run, onSelect: () => context.runNode(node) }
  const design: MenuItem = {
    label: texts.designTests,
    disabled: locked,
    onSelect: () => void import('../design/open-designer.ts').then(({ designTests }) => designTests(context, node)),
  }
  const suite = node.kind === 'suite' ? { fields: { suite: node.id } } : {}
  const test: MenuItem = {
    label: texts.newTest,
    disabled: locked,
    onSelect: () => context.dialogs.show({ name: 'new-test', ...suite }),
  }
  const rename: MenuItem = { label: m.rename, keys: 'F2', disabled: locked, onSelect: () => actions.startRename(node) }
  const duplicate: MenuItem = { label: m.duplicate, disabled: locked, onSelect: () => void actions.duplicate(node) }
  const remove: MenuItem = {
    label: m.remove,
    keys: 'Delete',
    danger: true,
    disabled: locked,
    onSelect: () => void actions.remove(node),
  }
  if (node.kind === 'project') {
    const add: MenuItem = { label: texts.addSuite, disabled: locked, onSelect: actions.addSuite }
    return [run, test, add, design, 'separator', rename, duplicate, 'separator', remove]
  }
  const add: MenuItem[] =
    node.kind === 'suite' ? [{ label: texts.addCase, disabled: locked, onSelect: () => actions.addCase(node.id) }] : []
  return [
    run,
    test,
    ...add,
    design,
    'separator',
    rename,
    duplicate,
    { label: m.up, keys: 'Alt+Up', disabled: locked, onSelect: () => actions.move(node, -1) },
    { label: m.down, keys: 'Alt+Down', disabled: locked, onSelect: () => actions.move(node, 1) },
    { label: m.copyId, onSelect: () => void copyText(node.id, actionTexts.copied(node.id)) },
    { label: m.copyHttp, onSelect: () => void copyHttp(context, node) },
    'separator',
    remove,
  ]
}

/** The requests of a case or a suite for other tools. */
async function copyHttp(context: ProjectContext, node: { id: string }): Promise<void> {
  const [{ differing, toHttp }, { withInherited }, written] = await Promise.all([
    import('#engine/exporters/http/to-http.ts'),
    import('#engine/project/headers-sent.ts'),
    context.workspace.snapshot(),
  ])
  if (!written) return
  const project = withInherited(written)
  const suite = project.suites.find(({ id, cases }) => id === node.id || cases.some((one) => one.id === node.id))
  const cases = suite?.id === node.id ? suite.cases : (suite?.cases.filter(({ id }) => id === node.id) ?? [])
  const environment = project.environments.find(({ id }) => id === context.environment())?.variables ?? []
  const text = toHttp(cases, { variables: [...project.variables, ...(suite?.variables ?? [])], environment })
  const several = differing([...(suite ? [suite] : []), ...cases])
  await copyText(text, several.length === 0 ? actionTexts.copiedHttp : actionTexts.copiedHttpSeveral(several))
}
