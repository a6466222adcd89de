import { createMemo, For, type Component } from 'solid-js'
import { anyModel } from '../editors/any-model.ts'
import { useDesigner } from '../designer-context.ts'
import { designTexts } from '../texts.ts'
import type { ViewProps } from './view-props.ts'
import { treeOf } from './tree.ts'

const t = designTexts.views
const [leafWidth, top, rowHeight, left] = [58, 104, 22, 64]

/** A classification tree: parameters and their classes above, a line for each test below, with a dot at each class that it takes. */
const TreeView: Component<ViewProps> = (props) => {
  const designer = useDesigner()
  const tree = createMemo(() => treeOf(anyModel(props.design).parameters ?? []))
  const xOf = (leaf: number) => left + leaf * leafWidth + leafWidth / 2
  const width = () => left + tree().leaves.length * leafWidth + 12
  const height = () => top + props.result.tests.length * rowHeight + 12
  const middleOf = ({ from, to }: { from: number; to: number }) => (xOf(from) + xOf(to)) / 2
  /** The root stands over the middle of its branches. */
  const root = () => {
    const middles = tree().branches.map(middleOf)
    return middles.length === 0 ? 0 : (Math.min(...middles) + Math.max(...middles)) / 2
  }
  const short = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
  return (
    <div class="designer-drawing" tabindex="0" role="region" aria-label={t.tree}>
      <svg
        width={width()}
        height={height()}
        viewBox={`0 0 ${width()} ${height()}`}
        role="img"
        aria-label={t.tree4(tree().branches.length, tree().leaves.length)}
      >
        <For each={tree().branches}>
          {(branch) => {
            const x = () => middleOf(branch)
            return (
              <g class="designer-branch">
                <path d={`M ${root()} 12 L ${x()} 34`} />
                <For each={tree().leaves.slice(branch.from, branch.to + 1)}>
                  {(_, at) => <path d={`M ${x()} 52 L ${xOf(branch.from + at())} 74`} />}
                </For>
                <text x={x()} y="47" text-anchor="middle">
                  <title>{branch.name}</title>
                  {short(branch.name, Math.max(8, (branch.to - branch.from + 1) * 8))}
                </text>
              </g>
            )
          }}
        </For>
        <For each={tree().leaves}>
          {(leaf, index) => (
            <g class={leaf.valid ? 'designer-leaf' : 'designer-leaf designer-leaf-invalid'}>
              <path d={`M ${xOf(index())} 92 L ${xOf(index())} ${height() - 8}`} class="designer-guide" />
              <text x={xOf(index())} y="88" text-anchor="middle">
                <title>{leaf.name}</title>
                {short(leaf.name.split(' > ').at(-1) ?? '', 8)}
              </text>
            </g>
          )}
        </For>
        <For each={props.result.tests}>
          {(test, index) => {
            const y = () => top + index() * rowHeight + 6
            return (
              <g
                class="designer-test-line"
                classList={{ 'designer-test-chosen': designer.chosen() === index(), 'designer-test-invalid': !test.valid }}
                onClick={() => designer.choose(index())}
              >
                <path d={`M ${left - 8} ${y()} L ${width() - 8} ${y()}`} />
                <text x={left - 14} y={y() + 4} text-anchor="end">
                  {index() + 1}
                </text>
                <For each={tree().leavesOf(test)}>{(leaf) => <circle cx={xOf(leaf)} cy={y()} r="4.5" />}</For>
              </g>
            )
          }}
        </For>
      </svg>
    </div>
  )
}

export default TreeView
