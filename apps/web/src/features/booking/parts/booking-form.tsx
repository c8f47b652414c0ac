import { Form, Input, Radio, type FormInstance } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { payModeWords } from '@portal/contract/booking/booking'
import { bookingCalls } from '@portal/contract/booking/calls'
import { slotHelp, type BookingDetail, type SaidPurpose, type Slot } from '@portal/contract/booking/row'
import type { Attachment, Ref } from '@portal/contract/kernel/rows'
import { useUser } from '../../../lib/session.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Fold } from '../../../ui/form/fold.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import type { SubmitForm } from '../../../ui/form/use-submit.ts'
import { useLow } from '../../../ui/use-media.ts'
import { attachToBooking, useJudgement } from '../booking.queries.ts'
import type { Choice } from '../calendar.rules.ts'
import {
  readJudgeable,
  namesCard,
  needsCard,
  listOffered,
  payerHint,
  chooseShown,
  type About,
  type BookingValues,
} from '../form.rules.ts'
import { DeviceCalendar } from '../shared/device-calendar.tsx'
import { CardSelect } from '../../fund-card/shared/card-select.tsx'
import { AskedField } from '../../form/shared/asked-field.tsx'
import { findGiven } from '../../form/shared/asked.rules.ts'
import { RenewAsked } from '../../form/shared/renew-asked.tsx'
import { MyPrice } from '../../price-plan/shared/my-price.tsx'
import { BookingBar } from './booking-bar.tsx'
import { Judgement } from './judgement.tsx'
import { NoCard } from './no-card.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { PurposeFields } from './purpose-fields.tsx'
import { SamplesEditor } from './samples-editor.tsx'
import { SlotOffers } from './slot-offers.tsx'
import './booking-form.css'

interface Props {
  form: SubmitForm<BookingValues>
  about: About
  submit: string
  experimenter: Ref
  payer: Ref | null
  /** Purposes of the booker's last bookings. */
  recent: readonly SaidPurpose[]
  /** The booking being changed. */
  booking?: BookingDetail
  /** A time chosen before the form was opened. */
  given?: Choice | null
  /** The day from which the calendar looks for free time. */
  startDay?: string
}

/** The form for both kinds: use of the instrument, or delivery of samples. */
export function BookingForm(props: Props) {
  const { form, about, submit, experimenter, payer, recent, booking, given, startDay } = props
  const { antd } = form
  // Watches only what the fields depend on, so that typing the purpose does not redraw the calendar.
  const payMode = Form.useWatch('payMode', { form: antd, preserve: true })
  const payerId = Form.useWatch('payerId', { form: antd, preserve: true })
  const experimenterId = Form.useWatch('experimenterId', { form: antd, preserve: true })
  const names = Form.useWatch('names', { form: antd, preserve: true }) ?? {}
  const remember = ({ id, name }: Ref) =>
    antd.setFieldValue('names', { ...antd.getFieldValue('names'), [id]: name })
  const userType = useUser()?.userType ?? ''
  const delivery = about.kind === 'sample_delivery'
  const choose = (choice: Choice) => {
    form.put('startAt', choice)
    void antd.validateFields(['startAt']).catch(() => undefined)
  }
  // The form has restored its draft by now; a time that the user has just chosen elsewhere overrides it.
  const takeGiven = useEffectEvent(() => given && choose(given))
  useEffect(() => void takeGiven(), [given?.startAt, given?.endAt])

  const [offers, setOffers] = useState<readonly Slot[]>(none)
  const time = (
    <Field
      name="startAt"
      label={delivery ? '期望时段' : '预约时段'}
      wide
      tall
      required={!delivery}
      hint={delivery ? '可不选；具体测试时间由审核员安排。' : '点击或拖动选择；已选时段可拖动、可拉长。'}
    >
      <PeriodField deviceId={about.deviceId} offers={offers} booked={Boolean(booking)} startDay={startDay} />
    </Field>
  )
  const samples = delivery && <SamplesEditor asked={about.askedSamples} failure={form.failure} />
  const side = (
    <div className="form-side-body booking-side">
      <p className="booking-price">
        <span className="muted">单价</span>
        <strong>
          <MyPrice deviceId={about.deviceId} basis={delivery ? 'per_sample' : 'per_time'} />
        </strong>
      </p>
      <Judged antd={antd} about={about} onPick={choose} onOffers={setOffers} />
      <Field name="purpose" label="预约用途">
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={500} />
      </Field>
      <Field name="payerId" label="付款人" hint={payerHint({ payerId: payerId ?? null }, about, userType)}>
        <PersonSelect
          known={chooseShown(payerId, { names }, payer)}
          onPick={remember}
          offered={listOffered(about.payers)}
          last={about.meId}
        />
      </Field>
    </div>
  )
  return (
    <FormPage
      form={form}
      submit={submit}
      columns={2}
      help={(failure) => {
        const help = slotHelp.safeParse(failure.data)
        return help.success ? (
          <SlotOffers slots={help.data.alternatives} onPick={choose} />
        ) : (
          <RenewAsked failure={failure} />
        )
      }}
      beside={{ lead: delivery ? samples : time, side, bar: <BookingBar antd={antd} about={about} /> }}
    >
      <Field
        name="payMode"
        label="付款方式"
        hint={payMode === 'immediate' ? '全部审核通过时冻结预计费用，结算后多退少补。' : '使用完成后结算。'}
      >
        <Radio.Group options={about.opening.payModes.map((m) => ({ value: m, label: payModeWords[m] }))} />
      </Field>
      {payMode && namesCard({ payMode, payerId: payerId ?? null }, about) && (
        <CardField antd={antd} about={about} />
      )}
      {about.asked && (
        <AskedField
          failure={form.failure}
          asked={about.asked}
          before={booking && findGiven(booking.answers, 'booking', about.asked)}
        />
      )}
      <Fold title="用途与课题" hint="上次填写的已带入">
        <PurposeFields form={form} recent={recent} said={booking} />
      </Fold>
      <Fold title={`${delivery ? '送样人' : '实验人'}、电话、备注与附件`} hint="可不填">
        <Field name="experimenterId" label={delivery ? '送样人' : '实验人'} hint="不填即为您本人。">
          <PersonSelect known={chooseShown(experimenterId, { names }, experimenter)} onPick={remember} />
        </Field>
        <Field name="phone" label="联系电话">
          <Input type="tel" maxLength={30} autoComplete="tel" />
        </Field>
        <Field name="remark" label="备注" wide>
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 5 }} maxLength={1000} />
        </Field>
        <Field name="attachments" label="附件" wide>
          <Attachments />
        </Field>
      </Fold>
      {delivery && (
        <Fold title="期望时段" hint="可不选，由审核员安排">
          {time}
        </Fold>
      )}
    </FormPage>
  )
}
const none: readonly Slot[] = []

/** Watches all values in a component of its own, so that the rest need not rerender. */
function Judged({
  antd,
  about,
  onPick,
  onOffers,
}: {
  antd: FormInstance<BookingValues>
  about: About
  onPick: (choice: Choice) => void
  onOffers: (slots: readonly Slot[]) => void
}) {
  const values = Form.useWatch([], { form: antd, preserve: true }) as BookingValues | undefined
  const wish = readJudgeable(values, about)
  const low = useLow()
  return (
    <>
      {!wish && <p className="booking-unchosen">选好时间后，这里显示预计费用和是否可约。</p>}
      <Judgement
        wish={wish}
        open={!low}
        onPick={onPick}
        onOffers={onOffers}
        override={values?.override ?? []}
        onOverride={(codes) => antd.setFieldValue('override', codes)}
      />
    </>
  )
}

/** Watches all values, as `Judged`: the price decides whether a card is needed. */
function CardField({ antd, about }: { antd: FormInstance<BookingValues>; about: About }) {
  const values = Form.useWatch([], { form: antd, preserve: true }) as BookingValues | undefined
  const wish = readJudgeable(values, about)
  const { data } = useJudgement(wish)
  const required = needsCard(wish, data?.quote)
  return (
    <Field name="fundCardId" label="经费卡" required={required}>
      <CardSelect none={required && <NoCard booker />} />
    </Field>
  )
}

interface PeriodProps {
  id?: string
  value?: Choice | null
  onChange?: (choice: Choice | null) => void
  deviceId: number
  offers: readonly Slot[]
  /**
   * The user changes an existing booking: the calendar stays open although the device is closed, so that the
   * booking can move behind a repair.
   */
  booked: boolean
  startDay?: string
}
const PeriodField = ({ id, value, onChange, deviceId, offers, booked, startDay }: PeriodProps) => (
  <DeviceCalendar
    {...(id && { id })}
    startDay={startDay}
    whileClosed={booked}
    deviceId={deviceId}
    offers={offers}
    choice={value ?? null}
    onChoose={(choice) => onChange?.(choice)}
  />
)

const rule = bookingCalls.attach.upload
const Attachments = (props: {
  id?: string
  value?: readonly Attachment[]
  onChange?: (value: readonly Attachment[]) => void
}) =>
  rule && (
    <UploadField<Attachment>
      {...props}
      rule={rule}
      upload={attachToBooking}
      nameOf={(a) => a.name}
      label="上传附件"
    />
  )
