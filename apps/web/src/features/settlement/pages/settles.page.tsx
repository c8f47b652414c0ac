import { Settlements } from '../shared/settlements.tsx'

export default function SettlesPage() {
  return <Settlements />
}
