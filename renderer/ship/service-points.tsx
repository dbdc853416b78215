import type { ServicePoint } from '../../shared/service-point.ts';
import { weekText } from '../text/format.ts';
import { text } from '../text/text.ts';
import { Button, Key } from '../ui/button.tsx';
import { Card, Empty } from '../ui/card.tsx';
import { Tile } from '../ui/tile.tsx';

interface ServicePointsProps {
  readonly points: readonly ServicePoint[];
  /** The key of the point that is chosen already, or null for the door. */
  readonly chosen: string | null;
  /** Null: to the door after all. */
  readonly onChoose: (keycode: string | null) => void;
}

/** The list of service points over the services, nearest first as the service gave them. */
export function ServicePoints({ points, chosen, onChoose }: ServicePointsProps) {
  return (
    <Card
      isFlush
      className="points col"
      title={text.ship.pointsTitle}
      aside={
        <div className="row">
          <Button isSmall keyName="D" onPress={() => onChoose(null)}>
            {text.ship.toTheDoor}
          </Button>
          <Button kind="quiet" isSmall keyName="Escape" onPress={() => onChoose(chosen)}>
            {text.ship.pointsClose}
          </Button>
        </div>
      }
    >
      {points.length === 0 ? (
        <Empty icon="place" title={text.ship.pointsNone}>
          {text.ship.pointsNoneHint}
        </Empty>
      ) : (
        <div className="point-list grow scroll">
          {points.map((point, index) => (
            <Point
              key={point.keycode}
              point={point}
              isOn={point.keycode === chosen}
              digit={index < 9 ? String(index + 1) : ''}
              onChoose={() => onChoose(point.keycode)}
            />
          ))}
        </div>
      )}
    </Card>
  );
}

function Point({ point, isOn, digit, onChoose }: PointProps) {
  return (
    <Tile keyName={digit} onPress={onChoose} className={isOn ? 'is-on' : ''}>
      <span className="point">
        {digit && <Key name={digit} />}
        <span className="what">
          <b>{point.name}</b>
          <span>
            {point.street}, {point.postalCode} {point.city}
          </span>
        </span>
        <span className="push muted hours">{weekText(point.hours, text.ship.pointClosed)}</span>
        <b className="num">{point.distanceKm === null ? '' : text.ship.pointDistance(point.distanceKm.toFixed(1))}</b>
      </span>
    </Tile>
  );
}

interface PointProps {
  readonly point: ServicePoint;
  readonly isOn: boolean;
  readonly digit: string;
  readonly onChoose: () => void;
}
