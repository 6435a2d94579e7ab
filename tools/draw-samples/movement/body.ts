// Where the joints of a body are in a pose: y upwards, in body heights, the feet on the floor.
import type { Pose, Side } from './pose.ts';

export type Point = readonly [x: number, y: number];

interface Limbs {
  knee: Point;
  ankle: Point;
  toe: Point;
  elbow: Point;
  wrist: Point;
}

export interface Body {
  hip: Point;
  shoulder: Point;
  neck: Point;
  head: Point;
  left: Limbs;
  right: Limbs;
}

const LENGTH = { thigh: 0.245, shin: 0.246, foot: 0.1, trunk: 0.3, upperArm: 0.17, forearm: 0.155 };
const DEGREE = Math.PI / 180;

/** From a point by a length; angle 0 points down. */
function below([x, y]: Point, length: number, angle: number): Point {
  return [x + length * Math.sin(angle), y - length * Math.cos(angle)];
}

export function placeBody(pose: Pose): Body {
  const hip: Point = [0, 0];
  const lean = pose.lean * DEGREE;
  const shoulder: Point = [LENGTH.trunk * Math.sin(lean), LENGTH.trunk * Math.cos(lean)];
  const headAngle = lean + pose.head * DEGREE;
  const above = (length: number): Point => [
    shoulder[0] + length * Math.sin(headAngle),
    shoulder[1] + length * Math.cos(headAngle),
  ];
  const limbs = (side: Side): Limbs => {
    const shinAngle = (side.hip - side.knee) * DEGREE;
    const knee = below(hip, LENGTH.thigh, side.hip * DEGREE);
    const ankle = below(knee, LENGTH.shin, shinAngle);
    const armAngle = side.shoulder * DEGREE + lean * 0.3;
    const elbow = below(shoulder, LENGTH.upperArm, armAngle);
    return {
      knee,
      ankle,
      toe: below(ankle, LENGTH.foot, shinAngle + (90 + side.ankle) * DEGREE),
      elbow,
      wrist: below(elbow, LENGTH.forearm, armAngle + side.elbow * DEGREE),
    };
  };
  const left = limbs(pose.left);
  const right = limbs(pose.right);
  const lowest = Math.min(left.ankle[1] - 0.02, left.toe[1], right.ankle[1] - 0.02, right.toe[1]);
  const body = { hip, shoulder, neck: above(0.052), head: above(0.1), left, right };
  return moveBody(body, ([x, y]) => [x, y - lowest + pose.air]);
}

export function moveBody(body: Body, move: (point: Point) => Point): Body {
  const limbs = ({ knee, ankle, toe, elbow, wrist }: Limbs): Limbs => ({
    knee: move(knee),
    ankle: move(ankle),
    toe: move(toe),
    elbow: move(elbow),
    wrist: move(wrist),
  });
  return {
    hip: move(body.hip),
    shoulder: move(body.shoulder),
    neck: move(body.neck),
    head: move(body.head),
    left: limbs(body.left),
    right: limbs(body.right),
  };
}
