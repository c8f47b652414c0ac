import { Button, Input, InputNumber, Select } from 'antd'
import { compilePattern } from '@portal/form-kit/check/pattern'
import { draftMessage } from '@portal/form-kit/check/title'
import { findId } from '@portal/form-kit/edit/list'
import type { Mode, Rule, ValidateEntry, ValueType } from '@portal/form-kit/form/form'
import { modes, triggers, valueTypes } from '@portal/form-kit/form/form'
import { limits } from '@portal/form-kit/form/limits'
import { Icon } from '../../../ui/icon.tsx'
import { changeMode, draftEntry, setType } from './drafted.ts'
import { useDesigner } from './designer.ts'
import { Prop } from '../../../ui/form/prop.tsx'
import { useFaultAt } from './verdict.ts'

const modeWords: Record<Mode, string> = {
  required: '必填',
  pattern: '正则表达式',
  min: '最小值（长度）',
  max: '最大值（长度）',
  len: '固定长度',
}
const triggerWords = { change: '更改时', submit: '提交时', blur: '失去焦点时' }
const typeWords: Record<(typeof valueTypes)[number], string> = {
  string: '文字',
  array: '数组',
  number: '数字',
  integer: '整数',
  float: '小数',
  object: '对象',
  date: '日期',
  url: '网址',
  hex: '十六进制',
  email: '邮箱',
}

/** The list of a field's checks. */
export function ValidatePanel({ rule }: { rule: Rule }) {
  const { act } = useDesigner()
  const id = findId(rule)
  const entries = rule.validate ?? []
  const put = (validate: ValidateEntry[], what?: string) =>
    act(
      {
        do: 'change',
        id,
        change: ({ validate: _old, ...rest }) =>
          ({ ...rest, ...(validate.length > 0 && { validate }) }) as Rule,
      },
      what === undefined ? {} : { what },
    )
  return (
    <div className="fd-entries">
      {entries.map((entry, i) => (
        <Entry
          key={i}
          rule={rule}
          entry={entry}
          number={i}
          onChange={(next, what) => put(entries.toSpliced(i, 1, next), what && `${id} validate ${i} ${what}`)}
          onRemove={() => put(entries.toSpliced(i, 1))}
        />
      ))}
      <Button
        size="small"
        disabled={entries.length >= limits.entries}
        onClick={() => put([...entries, draftEntry(rule)])}
      >
        添加校验
      </Button>
    </div>
  )
}

interface EntryProps {
  rule: Rule
  entry: ValidateEntry
  number: number
  onChange: (entry: ValidateEntry, what?: string) => void
  onRemove: () => void
}
function Entry({ rule, entry, number, onChange, onRemove }: EntryProps) {
  const name = `校验 ${number + 1}`
  const mode = entry.mode ?? modes.find((key) => entry[key] !== undefined) ?? 'required'
  return (
    <fieldset className="fd-entry">
      <legend>{name}</legend>
      <button type="button" className="fd-entry-close" aria-label={`删除${name}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </button>
      <Prop label="字段类型" inline>
        {(aria) => (
          <Select<ValueType>
            {...aria}
            value={entry.type ?? null}
            placeholder="不限"
            allowClear
            options={valueTypes.map((value) => ({ value, label: typeWords[value] }))}
            onChange={(type?: ValueType) => onChange(setType(entry, type))}
          />
        )}
      </Prop>
      <Prop label="触发方式" inline>
        {(aria) => (
          <Select
            {...aria}
            value={[entry.trigger ?? 'change'].flat()[0] ?? 'change'}
            options={triggers.map((value) => ({ value, label: triggerWords[value] }))}
            onChange={(trigger) => onChange({ ...entry, trigger })}
          />
        )}
      </Prop>
      <Prop label="校验方式" inline>
        {(aria) => (
          <Select
            {...aria}
            value={mode}
            options={modes.map((value) => ({ value, label: modeWords[value] }))}
            onChange={(next: Mode) => onChange(changeMode(rule, entry, next))}
          />
        )}
      </Prop>
      <Bound rule={rule} entry={entry} number={number} mode={mode} onChange={onChange} />
      <Prop label="提示文字">
        {(aria) => (
          <Input
            {...aria}
            value={entry.message ?? ''}
            maxLength={200}
            placeholder={draftMessage(rule, entry)}
            onChange={(e) => onChange({ ...entry, message: e.target.value }, 'message')}
            suffix={
              entry.message === draftMessage(rule, entry) ? null : (
                <button
                  type="button"
                  className="fd-fill"
                  onClick={() => onChange({ ...entry, message: draftMessage(rule, entry) })}
                >
                  自动填写
                </button>
              )
            }
          />
        )}
      </Prop>
    </fieldset>
  )
}

function Bound({ rule, entry, number, mode, onChange }: Omit<EntryProps, 'onRemove'> & { mode: Mode }) {
  const fault = useFaultAt(findId(rule), `validate[${number}].${mode}`)
  if (mode === 'required') return null
  if (mode === 'pattern') {
    const { pattern = '' } = entry
    const compiled = pattern === '' ? null : compilePattern(pattern)
    const said =
      pattern === '' ? '请输入正则表达式' : compiled && 'message' in compiled ? compiled.message : fault
    return (
      <Prop label="正则表达式" fault={said}>
        {(aria) => (
          <Input
            {...aria}
            value={pattern}
            maxLength={500}
            placeholder="^[A-Z]\d{3}$"
            onChange={(e) => onChange({ ...entry, pattern: e.target.value }, 'pattern')}
          />
        )}
      </Prop>
    )
  }
  return (
    <Prop label={modeWords[mode]} fault={entry[mode] === undefined ? '请输入数字' : fault} inline>
      {(aria) => (
        <InputNumber<number>
          {...aria}
          value={entry[mode] ?? null}
          {...(mode === 'len' && { min: 0, precision: 0 })}
          onChange={(next) => {
            const { [mode]: _old, ...rest } = entry
            onChange(next === null ? rest : { ...rest, [mode]: next }, mode)
          }}
        />
      )}
    </Prop>
  )
}
