import { useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { GatewayRow } from '@portal/contract/iot/iot'
import { to } from '../../../lib/paths.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { useGateway, useMapping } from '../iot.queries.ts'
import { BindCertificate } from '../parts/certificate.tsx'
import { CodeCard, type IssuedCode } from '../parts/code-card.tsx'
import { GatewayDetail } from '../parts/gateway-detail.tsx'
import { EditGateway, NewGateway } from '../parts/gateway-form.tsx'
import { GatewayList } from '../parts/gateway-list.tsx'
import { MappingForm } from '../parts/mapping-form.tsx'
import { MappingList } from '../parts/mapping-list.tsx'
import '../iot.css'

/** 物联设备: gateways; the form with `add` or `edit` in the address, one gateway with `id`. */
export default function GatewaysPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [issued, setIssued] = useState<readonly IssuedCode[] | null>(null)
  const mapping = search.get('mapping')
  const [id, edit] = [Number(search.get('id')) || 0, Number(search.get('edit')) || 0]
  const open = (gateway: number) => void navigate(to('/iot/iot-device', { id: gateway }))
  if (issued)
    return (
      <CodeCard
        issued={issued}
        onDone={() => {
          setIssued(null)
          const [one, ...more] = issued
          if (one && more.length === 0) open(one.gateway.id)
        }}
      />
    )
  const mappings = () => void navigate(to('/iot/iot-device', { mapping: 'all' }))
  if (mapping === 'all') return <MappingList />
  if (mapping === 'new') return <MappingForm mapping={null} onDone={mappings} />
  if (mapping) return <EditedMapping key={mapping} id={Number(mapping) || 0} onDone={mappings} />
  if (search.get('add'))
    return (
      <NewGateway
        // A gateway of another manufacturer gets an account on its page and needs no code.
        onIssued={(i) => (i.gateway.mapping ? open(i.gateway.id) : setIssued([i]))}
        onCancel={() => void navigate(to('/iot/iot-device'))}
      />
    )
  const bind = Number(search.get('certificate')) || 0
  if (bind) return <Known id={bind}>{(g) => <BindCertificate gateway={g} onDone={() => open(bind)} />}</Known>
  if (edit) return <Known id={edit}>{(g) => <EditGateway gateway={g} onDone={() => open(edit)} />}</Known>
  return id ? (
    <GatewayDetail id={id} onIssued={(i) => setIssued([i])} />
  ) : (
    <GatewayList onIssued={setIssued} />
  )
}

/** A form about a gateway, once that is read. */
function Known({ id, children }: { id: number; children: (gateway: GatewayRow) => ReactNode }) {
  const query = useGateway({ params: { id } })
  return query.data ? children(query.data) : <Waiting plain query={query} rows={6} height={30} />
}

function EditedMapping({ id, onDone }: { id: number; onDone: () => void }) {
  // No cached data: the form must start from the current version.
  const query = useMapping({ params: { id } }, { staleTime: 0 })
  if (query.data && query.isFetchedAfterMount) return <MappingForm mapping={query.data} onDone={onDone} />
  return <Waiting plain query={query} height={30} />
}
