import { Input, Select } from 'antd'
import { useNavigate, useSearchParams } from 'react-router'
import {
  assetConditionWords,
  assetRefusals,
  assetReportCalls,
  MAX_ASSET_PICTURES,
  type AssetDetail,
} from '@portal/contract/asset-report/asset-report'
import type { DeviceDetail } from '@portal/contract/device/device'
import type { Attachment } from '@portal/contract/kernel/rows'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { PageError } from '../../../ui/page-error.tsx'
import { RoomSelect } from '../../lab/shared/room-select.tsx'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import {
  attachPicture,
  useDevice,
  useMyDeviceOptions,
  useReport,
  useSubmitReport,
} from '../asset-report.queries.ts'

const rule = assetReportCalls.attach.upload

/** Reports place, keeper and state of an instrument. With `id`: a returned report, submitted again. */
export default function FillPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  const report = useReport({ params: { id } }, { enabled: id > 0 })
  const deviceKey = report.data ? String(report.data.device.id) : (search.get('deviceId') ?? '')
  const device = useDevice({ params: { id: deviceKey } }, { enabled: deviceKey !== '' })
  const error = report.error ?? device.error
  const waiting = (id > 0 && !report.data) || (deviceKey !== '' && !device.data)
  return (
    <section className="form-page">
      <header className="page-head">
        <h1>固定资产填报</h1>
        <ButtonLink to={to('/constant/history')}>填报记录</ButtonLink>
      </header>
      {error ? (
        <div className="card">
          <PageError error={error} onRetry={() => void Promise.all([report.refetch(), device.refetch()])} />
        </div>
      ) : waiting ? (
        <Card>
          <Skeleton rows={6} height={28} />
        </Card>
      ) : device.data?.status === 'scrapped' ? (
        <Card title={device.data.name}>
          <Empty text={`${assetRefusals.ASSET_SCRAPPED}。已提交的填报自动撤回，可在填报记录中查看`} />
        </Card>
      ) : device.data ? (
        <FillForm key={deviceKey} device={device.data} report={report.data ?? null} />
      ) : (
        <ChooseDevice />
      )}
    </section>
  )
}

function ChooseDevice() {
  const [, setSearch] = useSearchParams()
  return (
    <Card title="选择仪器">
      <label htmlFor="fill-device">本人管理、使用或联系的仪器</label>
      <div style={{ maxWidth: 520, marginTop: 8 }}>
        <AsyncSelect
          id="fill-device"
          value={null}
          useOptions={useMyDeviceOptions}
          placeholder="输入仪器名称、型号或资产编号"
          onChange={(v) => v !== null && setSearch({ deviceId: String(v) })}
        />
      </div>
    </Card>
  )
}

interface Values {
  custodianId?: number | null
  roomId?: number | null
  condition?: keyof typeof assetConditionWords
  remark?: string | null
  pictures?: readonly Attachment[]
}

function FillForm({ device: d, report }: { device: DeviceDetail; report: AssetDetail | null }) {
  const go = useNavigate()
  const form = useSubmit<typeof assetReportCalls.submit, Values>(useSubmitReport(), {
    initial: report
      ? {
          custodianId: report.custodian.id,
          roomId: report.room?.id ?? null,
          condition: report.condition,
          remark: report.remark,
          pictures: report.pictures,
        }
      : { custodianId: d.contact?.id ?? null, roomId: d.room?.id ?? null, condition: 'in_use', pictures: [] },
    args: ({ custodianId, roomId, condition = 'in_use', remark = null, pictures = [] }) => ({
      // The schema reports missing values.
      body: {
        id: report?.id ?? null,
        deviceId: d.id,
        custodianId: custodianId ?? (undefined as never),
        roomId: roomId ?? (undefined as never),
        condition,
        remark,
        pictureIds: pictures.map((p) => p.id),
      },
    }),
    done: '填报已提交，等待设备处审核',
    after: ({ id }) => void go(to('/constant/history', { id })),
  })
  return (
    <FormPage
      form={form}
      submit={report ? '重新提交' : '提交填报'}
      columns={2}
      onCancel={() => void go(to('/constant/history'))}
      intro={
        <Card title={d.name} extra={<span className="muted">账面信息</span>}>
          <Facts
            items={[
              { label: '资产编号', value: d.serialId },
              { label: '型号规格', value: [d.model, d.spec].filter(Boolean).join('；') },
              { label: '单位', value: d.dept.name },
              { label: '实验室', value: d.lab.name },
              { label: '账面保管人', value: d.contact?.name },
              { label: '账面地点', value: d.room && `${d.room.building} ${d.room.name}` },
            ]}
          />
        </Card>
      }
    >
      <Field name="custodianId" label="实际保管人">
        <PersonSelect known={report?.custodian ?? d.contact} />
      </Field>
      <Field name="roomId" label="实际存放地点">
        <RoomSelect />
      </Field>
      <Field name="condition" label="现状">
        <Select options={listOptions(assetConditionWords)} />
      </Field>
      <Field name="remark" label="备注" wide hint="地点或保管人与账面不符时请说明原因">
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
      {rule ? (
        <Field name="pictures" label="照片" wide hint={`铭牌、标签和整机照片，最多 ${MAX_ASSET_PICTURES} 张`}>
          <UploadField<Attachment>
            rule={rule}
            upload={attachPicture}
            label="上传照片"
            nameOf={(p) => p.name}
          />
        </Field>
      ) : (
        <></>
      )}
    </FormPage>
  )
}
