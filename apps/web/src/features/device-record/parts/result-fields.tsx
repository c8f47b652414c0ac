import { Input, Select } from 'antd'
import {
  achievementKindWords,
  achievementLevels,
  achievementLevelWords,
  type AchievementKind,
} from '@portal/contract/device-record/device-record'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { listOptions } from '../../../ui/list/options.ts'

/** Labels of source and number, by kind. */
const sources: Record<AchievementKind, readonly [source: string, number: string]> = {
  paper: ['期刊名称', 'DOI 或卷期页'],
  patent: ['授权单位', '专利号'],
  award: ['授奖单位', '证书编号'],
  project: ['项目来源', '项目编号'],
  book: ['出版社', 'ISBN'],
  other: ['来源', '编号'],
}

/** The fields of a result, for users and keepers alike. */
export function ResultFields({ kind }: { kind: AchievementKind }) {
  const [source, number] = sources[kind]
  const levels = achievementLevels[kind]
  return (
    <>
      <Field name="kind" label="类型">
        <Select options={listOptions(achievementKindWords)} />
      </Field>
      {levels.length > 0 && (
        <Field name="level" label="级别">
          <Select
            allowClear
            options={levels.map((value) => ({ value, label: achievementLevelWords[value] }))}
          />
        </Field>
      )}
      <Field name="title" label="成果名称">
        <Input maxLength={300} />
      </Field>
      <Field name="people" label="完成人" hint="多人用顿号隔开">
        <Input maxLength={200} />
      </Field>
      <Field name="achievedOn" label="取得日期">
        <DayInput />
      </Field>
      <Field name="source" label={source}>
        <Input maxLength={200} />
      </Field>
      <Field name="number" label={number}>
        <Input maxLength={100} />
      </Field>
      <Field name="remark" label="备注">
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </>
  )
}
