import { Tree } from 'antd'
import type { Option } from '@portal/form-kit/options/options'
import type { CSSProperties, Key } from 'react'
import type { ControlProps } from '../control.ts'
import { readSettings } from '../settings.ts'
import { OptionsState, useOptions } from '../use-options.tsx'
import { findByKey, flattenOptions, makeKey, listValues, valueOfList } from './options.ts'

interface Node {
  key: string
  title: string
  disabled: boolean
  children: Node[]
}
const toNode = ({ value, label, disabled, children }: Option): Node => ({
  key: makeKey(value),
  title: label,
  disabled,
  children: children.map(toNode),
})

/** Nodes of a tree, ticked, or selected if it has no checkboxes. */
export default function TreeControl({
  state: { rule },
  id,
  value,
  onChange,
  onBlur,
  disabled,
}: ControlProps) {
  const { is, number } = readSettings(rule)
  const source = useOptions(rule)
  const all = flattenOptions(source.options)
  const chosen = listValues(value).map(makeKey)
  const put = (keys: readonly Key[]): void =>
    onChange(valueOfList(keys.flatMap((key) => findByKey(all, String(key)) ?? []).map((o) => o.value)))
  const hasBoxes = is('showCheckbox', true)
  return (
    <OptionsState source={source}>
      <div
        className="fv-tree"
        style={{ '--fv-indent': `${Math.min(number('indent') ?? 16, 100)}px` } as CSSProperties}
      >
        {all.length === 0 && !source.isBusy && <p className="muted">没有可选项</p>}
        {all.length > 0 && (
          <Tree<Node>
            // antd reads the expanded nodes only on mount, so the tree mounts again when options arrive.
            key={all.length}
            aria-labelledby={`${id}-label`}
            blockNode
            disabled={disabled}
            treeData={source.options.map(toNode)}
            defaultExpandAll={is('defaultExpandAll')}
            defaultExpandedKeys={chosen}
            selectable={!hasBoxes}
            multiple={!hasBoxes}
            selectedKeys={hasBoxes ? [] : chosen}
            checkable={hasBoxes}
            checkStrictly={is('checkStrictly')}
            checkedKeys={hasBoxes ? chosen : []}
            onSelect={put}
            onCheck={(keys) => put(Array.isArray(keys) ? keys : keys.checked)}
            onBlur={onBlur}
          />
        )}
      </div>
    </OptionsState>
  )
}
