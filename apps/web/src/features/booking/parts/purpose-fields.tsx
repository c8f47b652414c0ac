import { Form, Input } from 'antd'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { DISCIPLINES_MAX, purposeLists } from '@portal/contract/booking/body'
import { type BookingDetail, type SaidPurpose } from '@portal/contract/booking/row'
import { Field } from '../../../ui/form/field.tsx'
import type { SubmitForm } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import { renameProject, type BookingValues } from '../form.rules.ts'
import { CodeSelect } from '../shared/code-select.tsx'
import { NatureField } from '../shared/nature-field.tsx'
import { ProjectField } from './project-field.tsx'
import './purpose.css'

interface Props {
  form: Pick<SubmitForm<BookingValues>, 'antd' | 'failure' | 'showFault'>
  /** Purposes of the booker's last bookings. */
  recent: readonly SaidPurpose[]
  /** Codes of the changed booking, which the dictionaries may no longer offer. */
  said?: Pick<BookingDetail, 'fundingSource' | 'disciplines' | 'serviceMode'> | undefined
}
/** Only the state's platform needs these, so they are folded. */
const folded = ['fundingSource', 'disciplines', 'serviceMode'] as const

/** The purpose of a use; earlier purposes fill it in. */
export function PurposeFields({ form, recent, said }: Props) {
  const { antd } = form
  const id = useId()
  const [chosen, choose] = useState({ open: false, of: form.failure })
  const source = Form.useWatch('fundingSource', { form: antd, preserve: true })
  const disciplines = Form.useWatch('disciplines', { form: antd, preserve: true })
  const mode = Form.useWatch('serviceMode', { form: antd, preserve: true })
  const filled = [source, disciplines?.length, mode].filter(Boolean).length
  const fault = folded.find((name) =>
    form.failure?.reasons.some((r) => r.field === name || r.field?.startsWith(`${name}.`)),
  )
  // A refusal of a folded field opens the fields; the user may close them again.
  const open = chosen.of === form.failure ? chosen.open : chosen.open || fault !== undefined
  const show = useEffectEvent(() => fault && form.showFault([fault]))
  useEffect(() => void show(), [form.failure])

  return (
    <div className="purpose form-wide" role="group" aria-label="用途">
      <Field name="nature" label="用途类别">
        <NatureField />
      </Field>
      <Field name="project" label="课题名称">
        <ProjectField
          recent={recent}
          onName={(name) =>
            antd.setFieldsValue(renameProject(antd.getFieldsValue(true) as BookingValues, name, recent))
          }
        />
      </Field>
      <Field name="projectNumber" label="课题编号">
        <Input maxLength={50} />
      </Field>
      <Button
        kind="text"
        className="purpose-fold"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => choose({ open: !open, of: form.failure })}
      >
        {open ? '收起' : `更多（上报国家平台用${filled ? `，已填 ${filled} 项` : ''}）`}
      </Button>
      <div className="purpose-more" id={id} hidden={!open}>
        <Field name="fundingSource" label="经费来源">
          <CodeSelect list={purposeLists.fundingSource} said={said?.fundingSource} />
        </Field>
        <Field name="disciplines" label="学科领域" hint={`最多选 ${DISCIPLINES_MAX} 个`}>
          <CodeSelect list={purposeLists.disciplines} said={said?.disciplines} several />
        </Field>
        <Field name="serviceMode" label="服务方式">
          <CodeSelect list={purposeLists.serviceMode} said={said?.serviceMode} />
        </Field>
      </div>
    </div>
  )
}
