import { Button, Select } from 'antd'
import { conditions, type Condition } from '@portal/form-kit/form/form'
import { limits } from '@portal/process-kit/model/graph'
import { Icon } from '../../../ui/icon.tsx'
import {
  conditionWords,
  findValue,
  SEVERAL,
  formatValue,
  parseValue,
  WITHOUT,
} from '../../form/shared/conditions.ts'
import { changeComparison, freshComparison, isGroup, type Comparison, type Group } from './condition.ts'
import { useFields } from './studio.ts'
import { TypedText } from './typed-text.tsx'

interface Props {
  group: Group
  onChange: (group: Group) => void
  /** Its nesting level in other groups. */
  depth?: number
  name?: string
}

/** Edits comparisons of fields joined by 且 or 或, with nested groups. */
export function ConditionBuilder({ group, onChange, depth = 0, name = '条件' }: Props) {
  const put = (i: number, part: Comparison | Group | null) =>
    onChange({ ...group, parts: part ? group.parts.toSpliced(i, 1, part) : group.parts.toSpliced(i, 1) })
  const add = (part: Comparison | Group) => onChange({ ...group, parts: [...group.parts, part] })
  return (
    <div className="bd-entries" role="group" aria-label={name}>
      {group.parts.length > 1 && (
        <Select
          aria-label={`${name}之间的关系`}
          value={group.how}
          options={[
            { value: 'all', label: '满足以下全部（且）' },
            { value: 'any', label: '满足以下任意一项（或）' },
          ]}
          onChange={(how: Group['how']) => onChange({ ...group, how })}
        />
      )}
      {group.parts.map((part, i) => {
        const own = `${name} ${i + 1}`
        return (
          <div className="bd-entry" key={i}>
            <button type="button" className="bd-close" aria-label={`删除${own}`} onClick={() => put(i, null)}>
              <Icon name="close" size={14} />
            </button>
            {isGroup(part) ? (
              <ConditionBuilder
                group={part}
                depth={depth + 1}
                name={own}
                onChange={(next) => put(i, next.parts.length > 0 ? next : null)}
              />
            ) : (
              <ComparisonFields part={part} name={own} onChange={(next) => put(i, next)} />
            )}
          </div>
        )
      })}
      <div className="bd-row">
        <Button size="small" onClick={() => add(freshComparison())}>
          添加条件
        </Button>
        {depth < limits.testDepth - 2 && group.parts.length > 0 && (
          <Button
            size="small"
            onClick={() => add({ how: group.how === 'all' ? 'any' : 'all', parts: [freshComparison()] })}
          >
            添加条件组
          </Button>
        )}
      </div>
    </div>
  )
}

interface ComparisonProps {
  part: Comparison
  name: string
  onChange: (part: Comparison) => void
}
function ComparisonFields({ part, name, onChange }: ComparisonProps) {
  const fields = useFields()
  const options = fields.map(({ field, title }) => ({ value: field, label: title }))
  const isGone = part.field !== '' && !fields.some((f) => f.field === part.field)
  return (
    <>
      <Select
        aria-label={`${name}的字段`}
        value={part.field || null}
        placeholder="选择表单字段"
        notFoundContent="请先在“流程”中绑定表单"
        showSearch={{ optionFilterProp: 'label' }}
        options={isGone ? [...options, { value: part.field, label: `${part.field}（表单中没有）` }] : options}
        onChange={(field: string) => onChange(changeComparison(part, { field }))}
      />
      <Select
        aria-label={`${name}的比较方式`}
        value={part.condition}
        options={conditions
          .filter((c) => c !== '<>' || c === part.condition)
          .map((value) => ({ value, label: conditionWords[value] }))}
        onChange={(condition: Condition) => onChange(changeComparison(part, { condition }))}
      />
      <Compared part={part} name={`${name}的值`} onChange={onChange} />
    </>
  )
}

function Compared({ part, name, onChange }: ComparisonProps) {
  const choices = useFields().find((f) => f.field === part.field)?.choices ?? []
  const { condition, value } = part
  if (WITHOUT.includes(condition)) return null
  const put = (next: Comparison['value']) => onChange(changeComparison(part, { value: next }))
  if (SEVERAL.includes(condition))
    return (
      <Select
        mode="tags"
        aria-label={name}
        placeholder={/etween/.test(condition) ? '依次填写两个数，按回车' : '填写后按回车'}
        value={Array.isArray(value) ? value.map(formatValue) : []}
        options={choices.map(({ text, label }) => ({ value: text, label }))}
        onChange={(texts: string[]) => put(texts.map((text) => findValue(choices, text)))}
      />
    )
  if (choices.length > 0 && condition !== 'pattern')
    return (
      <Select
        aria-label={name}
        placeholder="选择值"
        value={value == null || value === '' ? null : formatValue(value)}
        options={choices.map(({ text, label }) => ({ value: text, label }))}
        onChange={(text: string) => put(findValue(choices, text))}
      />
    )
  return (
    <TypedText
      label="值"
      value={formatValue(value)}
      maxLength={200}
      onChange={(text) => put(condition === 'pattern' ? text : parseValue(text))}
    />
  )
}
