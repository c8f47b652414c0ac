import { ButtonLink, Card, Empty } from '../ui/light.tsx'

/** Placeholder page for functions that are not developed yet. */
export default function DevelopPage() {
  return (
    <Card>
      <h1>待开发</h1>
      <Empty text="该栏目待开发">
        <ButtonLink to="/osp/home">返回首页</ButtonLink>
      </Empty>
    </Card>
  )
}
