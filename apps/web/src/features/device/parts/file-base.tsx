import { useState } from 'react'
import {
  deviceDesignWords,
  deviceFundingWords,
  deviceOriginWords,
  devicePurposeWords,
  deviceRunningWords,
  shareModeWords,
} from '@portal/contract/device/body'
import type { DeviceDetail } from '@portal/contract/device/device'
import type { deviceManageCalls } from '@portal/contract/device/manage'
import { formatDay, formatMinute } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { hours, statusText } from '../device.words.ts'
import { useChangeBase, useChangeDetails } from '../manage.queries.ts'
import { BaseFields, fillBase, type BaseValues } from './base-fields.tsx'
import { DetailFields, fillDetails, detailTexts, type DetailValues } from './detail-fields.tsx'
import './device-form.css'

const word = <K extends string>(words: Record<K, string>, key: K | null) => key && words[key]
const day = (d: string | null) => d && formatDay(d)

interface Part {
  device: DeviceDetail
}

/** Identity, owner and place; edited in place by users with the right. */
export function FileBase({ device: d }: Part) {
  const [editing, setEditing] = useState(false)
  if (editing) return <BaseForm device={d} onDone={() => setEditing(false)} />
  return (
    <Card
      title="基本信息"
      extra={
        d.can.includes('edit') && (
          <Button size="small" onClick={() => setEditing(true)}>
            编辑基本信息
          </Button>
        )
      }
    >
      <Facts
        items={[
          { label: '资产编号', value: d.serialId },
          { label: '仪器名称', value: d.name },
          { label: '英文名称', value: d.englishName },
          { label: '常用名', value: d.alias },
          { label: '型号', value: d.model },
          { label: '规格', value: d.spec },
          { label: '仪器分类', value: d.category },
          { label: '国标分类号', value: d.gbtCode },
          { label: '教育部分类号', value: d.moeCode },
          { label: '仪器类型', value: word(deviceDesignWords, d.design) },
          { label: '使用方向', value: word(devicePurposeWords, d.purpose) },
          { label: '单位', value: d.dept.name },
          { label: '实验室', value: d.lab.name },
          { label: '放置地点', value: d.room && `${d.room.building} ${d.room.name}` },
          {
            label: '联系人',
            value: d.contact && [d.contact.name, d.contact.phone, d.contact.email].filter(Boolean).join('，'),
          },
          { label: '生产厂家', value: d.manufacturer },
          { label: '产地国别', value: d.country },
          { label: '出厂编号', value: d.factoryNumber },
          { label: '出厂日期', value: day(d.madeOn) },
          { label: '供货商', value: d.supplier },
          { label: '仪器来源', value: word(deviceOriginWords, d.origin) },
          { label: '主要经费来源', value: word(deviceFundingWords, d.funding) },
          { label: '原值', value: <MoneyText fen={d.priceFen} /> },
          { label: '购置日期', value: day(d.boughtOn) },
          { label: '启用日期', value: day(d.enabledOn) },
          { label: '保修截止日期', value: day(d.warrantyUntil) },
          { label: '进口设备', value: d.imported ? '是' : '否' },
          { label: '海关监管', value: d.underCustoms ? '是' : '否' },
          { label: '状态', value: [statusText(d), d.statusNote].filter(Boolean).join('：') },
          { label: '运行状态', value: word(deviceRunningWords, d.running) },
          { label: '共享', value: d.shared ? '共享' : '未共享' },
          { label: '共享模式', value: word(shareModeWords, d.shareMode) },
          { label: '近一年使用', value: hours(d.usedMinutes) },
          { label: '最后修改', value: formatMinute(d.updatedAt) },
        ]}
      />
    </Card>
  )
}

function BaseForm({ device: d, onDone }: Part & { onDone: () => void }) {
  // The page reloads the device while the user types; the form names the values it started from.
  const [seen] = useState(() => fillBase(d))
  const form = useSubmit<typeof deviceManageCalls.changeBase, BaseValues>(useChangeBase(), {
    initial: seen,
    args: (body) => ({ params: { serialId: d.id }, body: { ...body, seen } }),
    done: '基本信息已保存',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存基本信息" columns={2} onCancel={onDone}>
      <BaseFields device={d} />
    </FormPage>
  )
}

/** Abilities and terms of use. */
export function FileDetails({ device: d }: Part) {
  const [editing, setEditing] = useState(false)
  if (editing) return <DetailsForm device={d} onDone={() => setEditing(false)} />
  return (
    <Card
      title="详细信息"
      extra={
        d.can.includes('edit') && (
          <Button size="small" onClick={() => setEditing(true)}>
            编辑详细信息
          </Button>
        )
      }
    >
      <Facts
        items={[
          ...detailTexts.map(([name, label]) => ({
            label,
            value: d[name] && <span className="pre-line">{d[name]}</span>,
            wide: true,
          })),
          { label: '主要学科领域', value: d.subjects.join('、') },
          { label: '标签', value: d.tags.join('、') },
        ]}
      />
    </Card>
  )
}

function DetailsForm({ device: d, onDone }: Part & { onDone: () => void }) {
  const [seen] = useState(() => fillDetails(d))
  const form = useSubmit<typeof deviceManageCalls.changeDetails, DetailValues>(useChangeDetails(), {
    initial: seen,
    args: (body) => ({ params: { serialId: d.id }, body: { ...body, seen } }),
    done: '详细信息已保存',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存详细信息" columns={2} onCancel={onDone}>
      <DetailFields />
    </FormPage>
  )
}
