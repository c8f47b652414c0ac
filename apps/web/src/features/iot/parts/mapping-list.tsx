import type { MappingRow } from '@portal/contract/iot/mapping'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useMappings } from '../iot.queries.ts'

/** Message formats of other manufacturers' devices. */
export function MappingList() {
  return (
    <ListPage<MappingRow>
      title="设备协议"
      rows={useMappings}
      columns={columns}
      filters={[{ kind: 'text', name: 'keyword', label: '关键词', placeholder: '协议名称' }]}
      intro={
        <p className="muted">
          其他厂家的设备按协议翻译：它的主题和数值表示什么，开门、通断电时向它发送什么。
        </p>
      }
      extra={
        <>
          <ButtonLink to={to('/iot/iot-device')}>物联设备</ButtonLink>
          <ButtonLink kind="primary" to={to('/iot/iot-device', { mapping: 'new' })}>
            新增设备协议
          </ButtonLink>
        </>
      }
      actions={[{ label: '修改', to: (m) => to('/iot/iot-device', { mapping: m.id }) }]}
      empty={{ text: '还没有设备协议' }}
    />
  )
}
const columns: readonly Column<MappingRow>[] = [
  { key: 'name', title: '协议', main: true },
  { key: 'version', title: '版本', render: (m) => `第 ${m.version} 版` },
  { key: 'gateways', title: '使用的网关', align: 'right' },
  { key: 'by', title: '保存人' },
  { key: 'at', title: '保存时间', render: (m) => formatMinute(m.at) },
  { key: 'remark', title: '备注', render: (m) => m.remark },
]
