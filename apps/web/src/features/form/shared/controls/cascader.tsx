import { Cascader } from 'antd'
import type { Json } from '@portal/form-kit/form/form'
import type { Option } from '@portal/form-kit/options/options'
import type { ControlProps } from '../control.ts'
import { readSettings } from '../settings.ts'
import { OptionsState, useOptions } from '../use-options.tsx'
import { makeKey, valueOfList } from './options.ts'
import { asksForPaths, followPath, listPaths } from './paths.ts'

// The value is always the list of values along the path: form-kit reads nothing else. `emitPath` is ignored.

interface Node {
  value: string
  label: string
  disabled: boolean
  children?: Node[]
}
const toNode = ({ value, label, disabled, children }: Option): Node => ({
  value: makeKey(value),
  label,
  disabled,
  ...(children.length > 0 && { children: children.map(toNode) }),
})

export default function CascaderControl({
  state: { rule },
  id,
  value,
  onChange,
  onBlur,
  disabled,
  aria,
}: ControlProps) {
  const { is, text, object } = readSettings(rule)
  const source = useOptions(rule)
  const { options } = source
  const paths = listPaths(rule, value).map((path) => path.map(makeKey))
  const fillValues = (keys: readonly (string | number | null)[]): Json =>
    followPath(options, keys.map(String)).map((o) => o.value)
  const separator = ` ${text('separator') ?? '/'} `
  const whole = is('showAllLevels', true)
  const common = {
    ...aria,
    id,
    disabled,
    options: options.map(toNode),
    style: { width: '100%' },
    placeholder: text('placeholder') ?? '请选择',
    allowClear: is('clearable'),
    showSearch: is('filterable'),
    loading: source.isBusy,
    changeOnSelect: is('changeOnSelect') || object('props')['checkStrictly'] === true,
    notFoundContent: source.isBusy ? '正在加载…' : '没有可选项',
    displayRender: (labels: string[]) => (whole ? labels.join(separator) : (labels.at(-1) ?? '')),
    onBlur,
  }
  return (
    <OptionsState source={source}>
      {asksForPaths(rule) ? (
        <Cascader<Node, 'value'>
          {...common}
          multiple
          showCheckedStrategy={Cascader.SHOW_CHILD}
          value={paths}
          onChange={(next) => onChange(valueOfList(next.map(fillValues)))}
        />
      ) : (
        <Cascader<Node, 'value'>
          {...common}
          value={paths[0] ?? []}
          onChange={(next) => onChange(next && next.length > 0 ? fillValues(next) : null)}
        />
      )}
    </OptionsState>
  )
}
