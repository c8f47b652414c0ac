import { ButtonLink, Card } from '../../../ui/light.tsx'

/** A task that is not decided in the inbox: where it is done. */
export const Elsewhere = ({ to, text }: { to: string; text: string }) => (
  <Card className="decide">
    <div className="page-extra no-print">
      <ButtonLink kind="primary" to={to}>
        {text}
      </ButtonLink>
    </div>
  </Card>
)
