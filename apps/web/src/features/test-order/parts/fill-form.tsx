import { Form, Input, InputNumber } from 'antd'
import { useNavigate } from 'react-router'
import { SAMPLES_TOTAL_MAX } from '@portal/contract/booking/body'
import type { UseEnd } from '@portal/contract/booking/booking'
import type { FillableForm } from '@portal/contract/form/form'
import { testOrderCalls, type TestOrderDetail } from '@portal/contract/test-order/test-order'
import { to } from '../../../lib/paths.ts'
import type { Write } from '../../../lib/query.ts'
import { say } from '../../../lib/tell.ts'
import { InstantInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { BillLines } from '../../price-plan/shared/bill-lines.tsx'
import { AskedField } from '../../form/shared/asked-field.tsx'
import { findGiven, givenTo } from '../../form/shared/asked.rules.ts'
import { RenewAsked } from '../../form/shared/renew-asked.tsx'
import { MeasuredHours } from '../../iot/shared/measured-hours.tsx'
import { BesidesHours } from '../shared/besides-hours.tsx'
import { fillBill, fillValues, type TestOrderValues } from '../form.rules.ts'
import { useBillPreview, useSaveTestOrder, useSubmitTestOrder } from '../test-order.queries.ts'
import { DiscountRows, ExtraRows, MaterialRows } from './bill-rows.tsx'
import { OutcomeField } from './outcome-field.tsx'

/** The actual use, with a live preview of its price. May be saved any number of times, then submitted. */
export function FillForm({ order: t, asked }: { order: TestOrderDetail; asked: FillableForm | null }) {
  const navigate = useNavigate()
  const save = useSaveTestOrder()
  const submit = useSubmitTestOrder()
  const params = { id: t.id }
  // Submitting saves the form first: one button, checked by the form's own schema.
  const saveAndSubmit: Write<typeof testOrderCalls.save> = {
    call: testOrderCalls.save,
    busy: save.busy || submit.busy,
    run: async (args) => {
      const { revision } = await save.run(args)
      form.put('revision', revision)
      return submit.run({ params, body: { revision }, quiet: true })
    },
  }
  const before = findGiven(t.answers, 'result', asked)
  const form = useSubmit<typeof testOrderCalls.save, TestOrderValues>(saveAndSubmit, {
    initial: { ...fillValues(t), answers: before?.values ?? null },
    draft: `test-order:${t.id}:${t.stateAt}`,
    args: (v) => ({ params, body: { ...v, answers: asked && givenTo(asked, v) } }),
    done: '测试单已提交',
    after: () => void navigate(to('/account/orderDetail', { id: t.id })),
  })
  const keep = async () => {
    const values = form.antd.getFieldsValue(true) as TestOrderValues
    // Incomplete answers are not sent to the server; they stay in the form and in its draft.
    const isWhole =
      asked !== null &&
      (await form.antd.validateFields(['answers']).then(
        () => true,
        () => false,
      ))
    const { revision } = await save.run({
      params,
      body: { ...values, answers: isWhole ? givenTo(asked, values) : null },
    })
    form.put('revision', revision)
    if (asked && !isWhole) return say('warning', `已暂存；“${asked.name}”还没有填完，尚未保存`)
    form.saved()
    say('success', '已暂存')
  }
  return (
    <FormPage
      form={form}
      submit="提交测试单"
      columns={2}
      help={(failure) => <RenewAsked failure={failure} />}
      extra={
        <Button busy={save.busy} onClick={() => void keep().catch(() => undefined)}>
          暂存
        </Button>
      }
    >
      {t.endKind && endNotes[t.endKind] && (
        <p className="form-wide" role="note">
          {endNotes[t.endKind]}
        </p>
      )}
      <MeasuredHours
        bookingId={t.bookingId}
        onTake={(hours) => {
          form.put('startAt', hours.startAt)
          form.put('endAt', hours.endAt)
          say('success', '已填入实测时间，请核对')
        }}
      />
      <Field name="startAt" label="实际开始时间">
        <InstantInput />
      </Field>
      <Field name="endAt" label="实际结束时间">
        <InstantInput />
      </Field>
      {t.samples.length > 0 && (
        <Field name="outcomes" label="样品测试情况" hint="只有已测试的样品计入收费样品数。" wide>
          <OutcomeField samples={t.samples} asked={t.sampleColumns} />
        </Field>
      )}
      <Field name="sampleCount" label={t.samples.length > 0 ? '收费样品数' : '样品数'}>
        <InputNumber min={0} max={SAMPLES_TOTAL_MAX} precision={0} style={{ width: '100%' }} />
      </Field>
      <BesidesHours />
      <MaterialRows />
      <ExtraRows />
      <DiscountRows />
      <Field name="result" label="测试结果" wide>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 10 }} maxLength={5000} showCount />
      </Field>
      {asked && <AskedField failure={form.failure} asked={asked} before={before} />}
      <Field name="remark" label="备注" wide>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 5 }} maxLength={1000} />
      </Field>
      <div className="form-wide">
        <Preview id={t.id} />
      </div>
    </FormPage>
  )
}

/** What a reviewer has to know about how the use ended. */
const endNotes: Record<UseEnd, string | null> = {
  finished: null,
  system: '这次使用无人登记结束，由系统代为结束：请核实实际结束时间。',
  fault: '这次使用因仪器故障结束：机时按实际分钟计，不计开机费与最低计费；如决定免收，请在优惠中填写 100%。',
  handed_over: '这次使用由审核员结束，机位交接给了下一位。',
}

/** What the values cost. While they are incomplete, the last bill stays and says that it is an old one. */
export function Preview({ id }: { id: number }) {
  const values: unknown = Form.useWatch([], { preserve: true })
  const bill = fillBill(values)
  const { data, error, refetch } = useBillPreview(id, bill)
  if (error) return <PageError error={error} onRetry={() => void refetch()} />
  if (!data) return <p className="muted">填写完整后显示费用</p>
  return (
    <section aria-live="polite" className={bill ? undefined : 'muted'}>
      {!bill && <p>有未填完的项目，填完后更新费用</p>}
      <BillLines caption="费用试算" lines={data.lines} totalFen={data.totalFen} total="费用合计" />
    </section>
  )
}
