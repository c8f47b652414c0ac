import { Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { backfillCalls, type BackfillRow } from '@portal/contract/booking/backfill'
import { DISCIPLINES_MAX, purposeLists } from '@portal/contract/booking/body'
import { masteryWords } from '@portal/contract/device-record/device-record'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { listOptions } from '../../../ui/list/options.ts'
import { Modal } from '../../../ui/modal.tsx'
import { backfillBody, backfillValues, type BackfillValues } from '../backfill.rules.ts'
import { useFillIn, usePurposes } from '../booking.queries.ts'
import { CodeSelect } from '../shared/code-select.tsx'
import { NatureField } from '../shared/nature-field.tsx'
import { ProjectField } from './project-field.tsx'

interface Props {
  /** One use: its values are shown and may be changed. Several: only gaps are filled. None: closed. */
  rows: readonly BackfillRow[]
  /** True: saved. */
  onEnd: (done: boolean) => void
}
export function BackfillForm({ rows, onEnd }: Props) {
  // The dialog keeps its content while it closes, and stays mounted, so that the focus returns to the button
  // that opened it.
  const [shown, setShown] = useState(rows)
  if (rows.length > 0 && rows !== shown) setShown(rows)
  return (
    <Modal
      open={rows.length > 0}
      title={shown.length === 1 ? `补录预约 ${shown[0]?.id ?? ''}` : `批量补录 ${shown.length} 条使用`}
      footer={null}
      onCancel={() => onEnd(false)}
      destroyOnHidden
      width={720}
    >
      {shown.length > 0 && <Fields key={shown.map((r) => r.id).join()} rows={shown} onEnd={onEnd} />}
    </Modal>
  )
}

function Fields({ rows, onEnd }: Props) {
  const [only] = rows.length === 1 ? rows : []
  const { data: recent = [] } = usePurposes()
  const form = useSubmit<typeof backfillCalls.fillIn, BackfillValues>(useFillIn(), {
    initial: only ? backfillValues(only) : {},
    args: (values) => ({ body: backfillBody(values, rows) }),
    done: ({ changed, asked }) =>
      asked === 1
        ? '已补录'
        : `已补录 ${changed} 条${changed < asked ? `，其余 ${asked - changed} 条没有空缺` : ''}`,
    after: () => onEnd(true),
  })
  const { antd } = form
  const training = Form.useWatch('training', { form: antd, preserve: true })
  return (
    <FormPage form={form} submit="保存补录" onCancel={() => onEnd(false)} columns={2}>
      {only ? (
        <p className="form-wide muted">
          {only.device.name}，{only.booker.name}：{only.purpose}
        </p>
      ) : (
        <p className="form-wide muted" role="note">
          只填补空缺的内容，已填写的不会改变；留空的项目不处理。
        </p>
      )}
      <Field name="nature" label="用途类别" wide>
        <NatureField />
      </Field>
      <Field name="project" label="课题名称">
        <ProjectField
          recent={recent}
          onName={(name) => {
            const known = recent.find((p) => p.project === name)
            if (known)
              antd.setFieldsValue({
                projectNumber: known.projectNumber ?? '',
                fundingSource: known.fundingSource,
                disciplines: [...known.disciplines],
              })
          }}
        />
      </Field>
      <Field name="projectNumber" label="课题编号">
        <Input maxLength={50} />
      </Field>
      <Field name="fundingSource" label="经费来源">
        <CodeSelect list={purposeLists.fundingSource} said={only?.fundingSource} />
      </Field>
      <Field name="disciplines" label="学科领域" hint={`最多选 ${DISCIPLINES_MAX} 个`}>
        <CodeSelect list={purposeLists.disciplines} said={only?.disciplines} several />
      </Field>
      <Field name="serviceMode" label="服务方式">
        <CodeSelect list={purposeLists.serviceMode} said={only?.serviceMode} />
      </Field>
      {only?.trainingFixed ? (
        <p className="form-wide muted">培训人次已在测试单中填写，需要更正时请更正测试单。</p>
      ) : (
        <>
          {trained.map(([name, label]) => (
            <Field key={name} name={['training', name]} label={label}>
              <InputNumber
                min={0}
                max={100_000}
                precision={0}
                style={{ width: '100%' }}
                placeholder="没有填 0"
              />
            </Field>
          ))}
          {training && trained.some(([name]) => (training[name] ?? 0) > 0) && (
            <Field name={['training', 'mastery']} label="掌握程度">
              <Select allowClear options={listOptions(masteryWords)} />
            </Field>
          )}
        </>
      )}
    </FormPage>
  )
}
const trained = [
  ['students', '培训学生（人次）'],
  ['teachers', '培训教师（人次）'],
  ['others', '培训其他人员（人次）'],
] as const
