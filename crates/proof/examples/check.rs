//! Checks the proofs that come with the crate: `cargo run --release -p foursight-proof --example check`.

use std::error::Error;

use foursight_core::Column;
use foursight_proof::{ProofWalk, ShippedProof};

fn main() -> Result<(), Box<dyn Error>> {
    let shipped = ShippedProof::SecondHoldsC1;
    let proof = shipped.proof();
    let report = ProofWalk::new(&proof).finish()?;
    println!("{}", proof.claim());
    println!("{} bytes, {} plans", shipped.bytes().len(), report.plans);

    // Playing by a proof is looking up: after c1 it names the reply.
    let c = Column::from_number(3).ok_or("a column of the board")?;
    let (_, advice) = ShippedProof::advise(&[c]).ok_or("the proof covers this position")?;
    println!("reply to column 3: column {}", advice.column());
    Ok(())
}
